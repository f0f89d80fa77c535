export type FlashTone = "success" | "error" | "info";

/** A message that a redirect carries to the next page. `id` tells two equal messages apart. */
export interface Flash {
  id: string;
  tone: FlashTone;
  message: string;
  /** a second line under it */
  detail?: string | undefined;
}

/**
 * Carries the message to the very script that sent the form: a cookie would go to whichever of the user's tabs asks
 * first.
 */
export const FLASH_HEADER = "X-Flash";

/** Headers hold plain ASCII. */
export const flashToHeader = (flash: Flash): string => encodeURIComponent(JSON.stringify(flash));

/** Null for what is no message. */
export function flashFromHeader(text: string | null): Flash | null {
  if (text === null) return null;
  try {
    return JSON.parse(decodeURIComponent(text)) as Flash;
  } catch {
    return null;
  }
}
