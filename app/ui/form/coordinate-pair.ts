import type { ClipboardEvent, FocusEvent, RefObject } from "react";
import { coordinatePair } from "~/domain/validation/coordinates";
import { setInputValue } from "~/lib/input-value";

/** Room for a pair of coordinates, which a browser without scripts posts in one field. */
export const PAIR_LENGTH = 40;

/**
 * Handlers for the element around a latitude and a longitude: a pair that is pasted or typed into either fills both.
 */
export function pairHandlers(
  box: RefObject<HTMLElement>,
  names: { lat: string; lng: string },
  onPair?: (place: { lat: number; lng: number }) => void,
) {
  const input = (name: string) => box.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? null;
  const take = (field: EventTarget, text: string): boolean => {
    const pair = field === input(names.lat) || field === input(names.lng) ? coordinatePair(text) : null;
    if (pair === null) return false;
    for (const [name, value] of [
      [names.lat, pair.lat],
      [names.lng, pair.lng],
    ] as const) {
      const own = input(name);
      if (own) setInputValue(own, String(value));
    }
    onPair?.(pair);
    return true;
  };
  return {
    onPaste: (event: ClipboardEvent) => {
      if (take(event.target, event.clipboardData.getData("text"))) event.preventDefault();
    },
    // Before the field cleans what was typed as one number.
    onBlurCapture: (event: FocusEvent) => {
      if (event.target instanceof HTMLInputElement) take(event.target, event.target.value);
    },
  };
}
