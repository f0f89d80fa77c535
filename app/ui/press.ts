/** How something was pressed that can be selected: list, map and timeline ask it alike. */
export interface Press {
  /** with Shift or Ctrl/Cmd */
  extend: boolean;
  /** by a finger or a pen, which hold no key */
  byFinger: boolean;
}

type PressEvent = Pick<MouseEvent, "shiftKey" | "ctrlKey" | "metaKey"> & { pointerType?: string };

/** Safari says only from 18.2 on what a click was made with: before, what the device is mostly used with. */
export const pressOf = (event: PressEvent): Press => ({
  extend: event.shiftKey || event.ctrlKey || event.metaKey,
  byFinger:
    event.pointerType === undefined
      ? window.matchMedia("(pointer: coarse)").matches
      : event.pointerType === "touch" || event.pointerType === "pen",
});
