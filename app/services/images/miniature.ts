/** Small pictures for lists and panels: which sizes there are, and where they are kept. */

/** A picture fits into a square of so many pixels; what is asked for is rounded up to one of these. */
const MINIATURE_BOXES = [100, 200, 400, 800] as const;
export type MiniatureBox = (typeof MINIATURE_BOXES)[number];

export function miniatureBox(width: number, height: number): MiniatureBox {
  const wanted = Math.max(width, height);
  return MINIATURE_BOXES.find((box) => box >= wanted) ?? MINIATURE_BOXES[MINIATURE_BOXES.length - 1]!;
}

const ENDING = new RegExp(`\\.(?:${MINIATURE_BOXES.join("|")})\\.webp$`);

/** Beside the picture, so that both go together. */
export const miniatureKey = (key: string, box: MiniatureBox): string => `${key}.${box}.webp`;

export const miniatureKeys = (key: string): string[] => MINIATURE_BOXES.map((box) => miniatureKey(key, box));

/** The file that a stored one was made from: itself when it is no miniature. */
export const originalKey = (key: string): string => key.replace(ENDING, "");

/** The task of a process. */
export interface MiniatureTask {
  path: string;
  box: MiniatureBox;
  maxPixels: number;
}
