import sharp from "sharp";
import { childTask } from "../child/child-task";
import type { MiniatureTask } from "./miniature";

// One picture and the process ends: nothing is worth keeping, and a second thread would only take more memory.
sharp.cache(false);
sharp.concurrency(1);

childTask<MiniatureTask, Uint8Array>(async ({ path, box, maxPixels }, send) => {
  const small = await sharp(path, { limitInputPixels: maxPixels, sequentialRead: true })
    // Turned as the camera was held.
    .rotate()
    .resize(box, box, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
  await send(new Uint8Array(small));
});
