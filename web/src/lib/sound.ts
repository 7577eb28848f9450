/** The sounds of a table, made on the spot: felt, card, clay and dice; nothing that rings or cheers. */

let audio: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

function context(): AudioContext {
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  return audio;
}

/** A second of noise, of which every sound takes a piece. */
function noise(at: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = at.createBuffer(1, at.sampleRate, at.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  return hiss;
}

interface Stroke {
  /** Seconds from now, and how long it is heard. */
  after: number;
  lasts: number;
  loud: number;
  /** The middle of what is let through, in hertz, and how narrow that is. */
  pitch: number;
  narrow: number;
}

/** A piece of noise, filtered and dying away. */
function strike({ after, lasts, loud, pitch, narrow }: Stroke): void {
  const at = context();
  const start = at.currentTime + after;
  const source = at.createBufferSource();
  const filter = at.createBiquadFilter();
  const gain = at.createGain();
  source.buffer = noise(at);
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = narrow;
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  source.connect(filter).connect(gain).connect(at.destination);
  source.start(start, Math.random() * 0.5, lasts);
}

/** One clay chip that falls on others. */
const chip = (after: number, loud = 0.5): void => {
  strike({ after, lasts: 0.035, loud, pitch: 3400 + Math.random() * 500, narrow: 9 });
  strike({ after, lasts: 0.02, loud: loud * 0.5, pitch: 1500, narrow: 3 });
};

export const SOUNDS = {
  /** A card that slides over the felt and lies. */
  card: () => {
    strike({ after: 0, lasts: 0.09, loud: 0.22, pitch: 2600, narrow: 0.7 });
    strike({ after: 0.06, lasts: 0.03, loud: 0.3, pitch: 900, narrow: 1.2 });
  },
  /** Chips that are put down or pushed. */
  chips: () => [0, 0.05, 0.085].forEach((after) => chip(after)),
  /** Chips that are paid: a stack is built beside the bet. */
  paid: () => [0, 0.07, 0.13, 0.18, 0.22, 0.25].forEach((after, place) => chip(after, 0.35 + place * 0.05)),
  /** Dice shaken in the cup, and set down. */
  dice: () => {
    for (let after = 0; after < 0.8; after += 0.05 + Math.random() * 0.05)
      strike({ after, lasts: 0.03, loud: 0.3 + Math.random() * 0.2, pitch: 1100 + Math.random() * 700, narrow: 5 });
    strike({ after: 0.86, lasts: 0.12, loud: 0.7, pitch: 320, narrow: 1.5 });
  },
};

export type Sound = keyof typeof SOUNDS;

/** What is heard of something that happens; a loss is quiet. */
export function soundOf(event: { event: string; result?: string }): Sound | null {
  switch (event.event) {
    case "dealt":
    case "turned-up":
    case "moved":
      return "card";
    case "bet":
    case "pot-gathered":
      return "chips";
    case "settled":
      return event.result === "win" ? "paid" : null;
    case "pot-awarded":
      return "paid";
    case "rolled":
      return "dice";
    default:
      return null;
  }
}
