export type FlashTone = "success" | "error" | "info";

/** A message that a redirect carries to the next page. `id` tells two equal messages apart. */
export interface Flash {
  id: string;
  tone: FlashTone;
  message: string;
}
