/** A table followed live: the view first, then what happens; a broken line is taken up where it stopped. */

import { backoff, OFFLINE, pause } from "./retry";
import type { Entry, Message, TableSeen } from "./types";

/** The longest that a command waits for the line to tell what it did, in milliseconds. */
const LONGEST_WAIT = 2000;
/** What the house says to whoever comes with a session that is over, and how often another try is made with the one since. */
const ENDED = "this session has ended; sign in again";
const TRIES_AGAIN = 3;

export class LiveTable {
  trouble = $state("");
  /** Whether the house has told anything yet. */
  heard = $state(false);
  #socket: WebSocket | null = null;
  #seen: number | undefined;
  #tries = 0;
  #closed = false;
  /** Those who wait until the line has told up to an entry. */
  #waiting: { sequence: number; resolve: () => void }[] = [];

  constructor(
    readonly id: number,
    readonly happened: (entries: Entry[], table: TableSeen) => void,
  ) {
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
    this.#release(Infinity);
  }

  /** Wait until an entry of the table's log has been told; a broken line is waited for a moment only. */
  reached(sequence: number): Promise<void> {
    if (this.#closed || (this.#seen ?? -1) >= sequence) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LONGEST_WAIT);
      this.#waiting.push({ sequence, resolve: () => (clearTimeout(timer), resolve()) });
    });
  }

  #release(sequence: number): void {
    for (const one of this.#waiting) if (one.sequence <= sequence) one.resolve();
    this.#waiting = this.#waiting.filter((one) => one.sequence > sequence);
  }

  #connect(): void {
    if (this.#closed) return;
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
      this.#release(message.sequence);
    };
    socket.onclose = (end) => {
      if (this.#closed || socket !== this.#socket) return;
      // A guest who makes an account gets a new session; the line is taken up with it.
      if (end.code === 1008 && !(end.reason === ENDED && this.#tries < TRIES_AGAIN)) {
        this.trouble = end.reason || "This table cannot be followed.";
        return;
      }
      if (end.code !== 1008) this.trouble = OFFLINE;
      this.#tries += 1;
      void pause(backoff(this.#tries)).then(() => this.#connect());
    };
  }
}
