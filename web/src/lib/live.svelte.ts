/** A table followed live: the view first, then what happens; a broken line is taken up where it stopped. */

import { OFFLINE } from "./api";
import type { Entry, Message, TableSeen } from "./types";

const PATIENCE = 8000;

export class LiveTable {
  trouble = $state("");
  /** Whether the house has told anything yet. */
  heard = $state(false);
  #socket: WebSocket | null = null;
  #seen: number | undefined;
  #tries = 0;
  #closed = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #online = (): void => this.#connect();

  constructor(
    readonly id: number,
    readonly happened: (entries: Entry[], table: TableSeen) => void,
  ) {
    addEventListener("online", this.#online);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#again);
    removeEventListener("online", this.#online);
    this.#socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#again);
    if (this.#closed || this.#socket?.readyState === WebSocket.OPEN) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live${this.#seen === undefined ? "" : `?after=${this.#seen}`}`);
    this.#socket = socket;
    socket.onmessage = (heard) => {
      const message = JSON.parse(heard.data as string) as Message;
      if (!message.table) return;
      this.#tries = 0;
      this.trouble = "";
      this.heard = true;
      this.#seen = message.sequence;
      this.happened(message.entries, message.table);
    };
    socket.onclose = (end) => {
      if (this.#closed || socket !== this.#socket) return;
      if (end.code === 1008) {
        this.trouble = end.reason || "This table cannot be followed.";
        return;
      }
      this.trouble = OFFLINE;
      this.#tries += 1;
      this.#again = setTimeout(this.#online, Math.min(PATIENCE, 250 * 2 ** this.#tries));
    };
  }
}
