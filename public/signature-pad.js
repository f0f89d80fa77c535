// @ts-check
/**
 * Draws a signature on a canvas, by finger, mouse or pen, and makes a PNG of it. Used by the dispatcher's pages and, without
 * a framework, by the driver's.
 */

const INK = "#10203a";
const PAPER = "#ffffff";
const LINE_PX = 3;

/**
 * @param {HTMLCanvasElement} canvas its width and height are those of the picture
 * @param {(drawn: boolean) => void} onChange after each stroke
 */
export function signaturePad(canvas, onChange) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  let drawn = false;
  /** @type {{ x: number, y: number } | null} where the pen was last; null: lifted */
  let last = null;

  const blank = () => {
    pen.fillStyle = PAPER;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.strokeStyle = INK;
    pen.fillStyle = INK;
    pen.lineWidth = LINE_PX;
    pen.lineCap = "round";
    pen.lineJoin = "round";
  };
  /** @param {PointerEvent} event */
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: ((event.clientX - box.left) / box.width) * canvas.width, y: ((event.clientY - box.top) / box.height) * canvas.height };
  };
  /** @param {{ x: number, y: number }} to */
  const lineTo = (to) => {
    const from = last ?? to;
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    // A point of its own is a line of no length, with round ends.
    pen.lineTo(to.x, to.y);
    pen.stroke();
    last = to;
  };
  /** @param {PointerEvent} event */
  const down = (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    last = null;
    lineTo(place(event));
  };
  /** @param {PointerEvent} event */
  const move = (event) => {
    if (last === null) return;
    const steps = event.getCoalescedEvents?.() ?? [];
    for (const step of steps.length > 0 ? steps : [event]) lineTo(place(step));
  };
  const up = () => {
    if (last === null) return;
    last = null;
    drawn = true;
    onChange(true);
  };

  blank();
  canvas.addEventListener("pointerdown", down);
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);

  return {
    clear() {
      blank();
      drawn = false;
      onChange(false);
    },
    /** For whoever can't draw: the name in letters that look written. @param {string} name */
    write(name) {
      blank();
      const fits = (/** @type {number} */ size) => {
        pen.font = `italic ${size}px "Segoe Script", "Bradley Hand", "Snell Roundhand", "Brush Script MT", cursive`;
        return pen.measureText(name).width <= canvas.width - 48;
      };
      let size = Math.round(canvas.height / 2);
      while (size > 14 && !fits(size)) size -= 2;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(name, canvas.width / 2, canvas.height / 2, canvas.width - 48);
      drawn = name.trim() !== "";
      onChange(drawn);
    },
    /** @returns {Promise<File | null>} null while nothing is drawn */
    async file() {
      if (!drawn) return null;
      /** @type {Blob | null} */
      const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
      return blob && new File([blob], "signature.png", { type: "image/png" });
    },
    stop() {
      canvas.removeEventListener("pointerdown", down);
      canvas.removeEventListener("pointermove", move);
      canvas.removeEventListener("pointerup", up);
      canvas.removeEventListener("pointercancel", up);
    },
  };
}

/** Puts files into a file field, as if somebody had chosen them. @param {HTMLInputElement} input @param {readonly File[]} files */
export function putFiles(input, files) {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
