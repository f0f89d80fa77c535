/** Draws a signature on a canvas, by finger, mouse or pen, and makes a PNG of it. */

const INK = "#10203a";
const PAPER = "#ffffff";
const LINE_PX = 3;
const WRITTEN = '"Segoe Script", "Bradley Hand", "Snell Roundhand", "Brush Script MT", cursive';

interface Point {
  x: number;
  y: number;
}

export interface SignaturePad {
  clear(): void;
  /** For whoever can't draw: the name in letters that look written. */
  write(name: string): void;
  /** Draws what `file` gave before, which is no change. @throws when it is no picture */
  show(picture: Blob): Promise<void>;
  /** null while nothing is drawn */
  file(): Promise<File | null>;
  stop(): void;
}

/**
 * @param canvas its width and height are those of the picture
 * @param onChange after each stroke
 */
export function signaturePad(canvas: HTMLCanvasElement, onChange: (drawn: boolean) => void): SignaturePad {
  const pen = canvas.getContext("2d")!;
  let drawn = false;
  /** where the pen was last; null: lifted */
  let last: Point | null = null;

  const blank = () => {
    pen.fillStyle = PAPER;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.strokeStyle = INK;
    pen.fillStyle = INK;
    pen.lineWidth = LINE_PX;
    pen.lineCap = "round";
    pen.lineJoin = "round";
  };
  const place = (event: PointerEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * canvas.width,
      y: ((event.clientY - box.top) / box.height) * canvas.height,
    };
  };
  const lineTo = (to: Point) => {
    const from = last ?? to;
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    // A point of its own is a line of no length, with round ends.
    pen.lineTo(to.x, to.y);
    pen.stroke();
    last = to;
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    last = null;
    lineTo(place(event));
  };
  const move = (event: PointerEvent) => {
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
    write(name) {
      blank();
      const fits = (size: number) => {
        pen.font = `italic ${size}px ${WRITTEN}`;
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
    async show(picture) {
      const bitmap = await createImageBitmap(picture);
      pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      bitmap.close();
      drawn = true;
    },
    async file() {
      if (!drawn) return null;
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
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

/** Puts files into a file field, as if somebody had chosen them. */
export function putFiles(input: HTMLInputElement, files: readonly File[]): void {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
