/** A vehicle seen from above, its nose to the north; px of the page, drawn `scale` times as large. */

const SIZE_PX = 40;
const RADIUS_PX = 11;
const NOSE_PX = 18;

interface ArrowColours {
  fill: string;
  /** of what is drawn on it */
  ink: string;
  /** its route's colour, which stays when the position is old */
  ring: string;
  edge: string;
  square: boolean;
  /** false: the heading is unknown */
  pointed: boolean;
}

export function drawArrow(colours: ArrowColours, scale: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE_PX * scale;
  const pen = canvas.getContext("2d");
  if (!pen) return canvas;
  pen.scale(scale, scale);
  pen.translate(SIZE_PX / 2, SIZE_PX / 2);
  pen.lineJoin = "round";
  const body = new Path2D();
  if (colours.square) body.roundRect(-RADIUS_PX, -RADIUS_PX, 2 * RADIUS_PX, 2 * RADIUS_PX, 3);
  else body.arc(0, 0, RADIUS_PX, 0, 2 * Math.PI);
  const nose = new Path2D();
  if (colours.pointed) {
    nose.moveTo(-8, -7);
    nose.lineTo(0, -NOSE_PX);
    nose.lineTo(8, -7);
    nose.closePath();
  }
  // The edge lies under both, so that none runs between nose and body.
  pen.strokeStyle = colours.edge;
  pen.lineWidth = 4;
  pen.stroke(body);
  pen.stroke(nose);
  pen.fillStyle = colours.ring;
  pen.fill(nose);
  pen.fill(body);
  if (colours.fill !== colours.ring) {
    pen.fillStyle = colours.fill;
    pen.beginPath();
    pen.arc(0, 0, RADIUS_PX - 3, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.fillStyle = colours.ink;
  pen.beginPath();
  if (colours.pointed) {
    pen.moveTo(0, -6);
    pen.lineTo(5, 5);
    pen.lineTo(0, 2);
    pen.lineTo(-5, 5);
  } else {
    pen.arc(0, 0, 3.5, 0, 2 * Math.PI);
  }
  pen.closePath();
  pen.fill();
  return canvas;
}
