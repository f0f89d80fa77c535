/** Photos of a proof: gathered one by one, shown small, and made smaller before they are sent. */
import { wrongFormat } from "~/domain/validation/files";
import { tooManyAttachments } from "~/domain/visit/confirmation";
import { write } from "./page";

/** A photo needs no more to be looked at, and a phone's line is slow. */
const LONGEST_SIDE_PX = 1600;
const MOST_BYTES = 400_000;
/** Each a try, until the picture is small enough: rather grainy than unreadable. */
const TRIES = [
  { share: 1, quality: 0.82 },
  { share: 1, quality: 0.65 },
  { share: 0.8, quality: 0.6 },
  { share: 0.6, quality: 0.5 },
] as const;

/** Photos that were chosen so far: a camera gives one at a time, and the field forgets those of before. */
const gathered = new WeakMap<HTMLInputElement, File[]>();

/** Photos of a field, as they were chosen. */
export const photosIn = (input: HTMLInputElement): readonly File[] => gathered.get(input) ?? [...(input.files ?? [])];

/** Puts photos that were made smaller before into the field, in place of all that it has. */
export function putPhotos(input: HTMLInputElement, photos: readonly File[]): void {
  for (const photo of photos) smaller.set(photo, Promise.resolve(photo));
  setFiles(input, photos);
}

function setFiles(input: HTMLInputElement, files: readonly File[]): void {
  const list = new DataTransfer();
  for (const file of files) list.items.add(file);
  input.files = list.files;
  gathered.set(input, [...files]);
}

/** Drawings may hold scripts: they are no photos, and the server takes none of them. */
const isPhoto = ({ type, name }: File): boolean =>
  (type === "" || type.startsWith("image/")) && !type.includes("svg") && !/\.svgz?$/i.test(name);

/**
 * Puts what was chosen before beside what the field has now.
 * @param from the field that has them, emptied then
 * @param room how many there may be
 * @returns why one of them was left out; "" when none was
 */
export function gather(input: HTMLInputElement, from: HTMLInputElement, room: number): string {
  const chosen = [...(from.files ?? [])];
  if (from !== input) from.value = "";
  const photos = [...(gathered.get(input) ?? []), ...chosen.filter(isPhoto)];
  setFiles(input, photos.slice(0, room));
  const wrong = chosen.find((file) => !isPhoto(file));
  return wrong ? wrongFormat(wrong.name) : photos.length > room ? tooManyAttachments("photo") : "";
}

/** While it can be taken again: the server would refuse it when the driver is at the next stop. */
const unreadable = (name: string): string =>
  `This phone can\u2019t read the picture "${name}". Take it again, or choose another one.`;

/** For pictures that are shown no more: the browser keeps their files until then. */
export function releasePictures(root: ParentNode): void {
  for (const image of root.querySelectorAll<HTMLImageElement>('img[src^="blob:"]')) URL.revokeObjectURL(image.src);
}

/**
 * Shows the photos of a field in `box`, each with a button that removes it.
 * @param onRemove with why one was left out by itself; "" when the driver removed it
 */
export function showPhotos(box: HTMLElement, input: HTMLInputElement, onRemove: (why: string) => void): void {
  const list = box.querySelector<HTMLElement>("[data-new]");
  if (!list) return;
  releasePictures(list);
  const files = photosIn(input);
  const remove = (file: File, why: string) => {
    setFiles(
      input,
      files.filter((one) => one !== file),
    );
    onRemove(why);
  };
  list.hidden = files.length === 0;
  list.replaceChildren(...files.map((file, index) => thumbnail(file, index + 1, (why) => remove(file, why))));
  write(box.querySelector("[data-file-label]"), files.length > 0 ? "Take another photo" : "Take photos");
}

function thumbnail(file: File, number: number, onRemove: (why: string) => void): HTMLElement {
  const item = document.createElement("li");
  const image = document.createElement("img");
  image.alt = file.name;
  // A phone would keep the whole picture in its memory for each: three of them close the page of a cheap one.
  void small(file).then((made) => {
    if (item.isConnected) image.src = URL.createObjectURL(made);
  });
  // One that was replaced meanwhile lost its address, which says nothing of the picture.
  image.addEventListener("error", () => image.isConnected && onRemove(unreadable(file.name)));
  const remove = document.createElement("button");
  remove.type = "button";
  remove.textContent = "×";
  remove.setAttribute("aria-label", `Remove photo ${number}`);
  remove.addEventListener("click", () => onRemove(""));
  item.append(image, remove);
  return item;
}

/** Of the kinds that browsers read, those that the server takes as they are. */
const isTaken = ({ type }: File): boolean => /^image\/(jpeg|png|gif|bmp)$/.test(type);

/** Each photo is made smaller once, when it was taken: "Done" needn't wait for it. */
const smaller = new WeakMap<File, Promise<File>>();
let lastMade: Promise<unknown> = Promise.resolve();

/** A photo as a JPEG that is no larger than it has to be; as it is where the browser can't make one. */
export function small(photo: File): Promise<File> {
  const known = smaller.get(photo);
  if (known) return known;
  // One at a time: each takes the memory of its whole picture.
  const made = lastMade.then(() => makeSmall(photo));
  smaller.set(photo, made);
  lastMade = made;
  return made;
}

async function makeSmall(photo: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(photo, { imageOrientation: "from-image" });
    const blob = await smallEnough(bitmap);
    bitmap.close();
    if (blob && (blob.size < photo.size || !isTaken(photo))) return new File([blob], "photo.jpg", { type: blob.type });
  } catch {
    // The server says what it doesn't take.
  }
  return photo;
}

async function smallEnough(bitmap: ImageBitmap): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  let blob: Blob | null = null;
  for (const { share, quality } of TRIES) {
    const scale = share * Math.min(1, LONGEST_SIDE_PX / Math.max(bitmap.width, bitmap.height));
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (blob === null || blob.size <= MOST_BYTES) break;
  }
  // Some browsers keep the memory of a canvas until it is small.
  canvas.width = canvas.height = 0;
  return blob;
}
