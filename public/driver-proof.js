// @ts-check
/** The proof of a stop on the driver's page: shows what the chosen way needs, takes signatures, makes photos small. */
import { missingProof } from "./proof-rule.js";
import { signaturePad } from "./signature-pad.js";

/** @typedef {import("./driver-files.js").WaitingFile} WaitingFile */

/** A photo needs no more to be looked at, and a phone's line is slow. */
const LONGEST_SIDE_PX = 1600;
const QUALITY = 0.82;
const MOST_PHOTOS = 3;

/** @type {WeakMap<Element, ReturnType<typeof signaturePad>>} */
const pads = new WeakMap();

/** @param {HTMLFormElement} form */
const chosenWay = (form) => /** @type {HTMLInputElement | null} */ (form.querySelector("[name=confirmationType]:checked"));
/** @param {HTMLFormElement} form @param {"photo" | "signature"} kind */
const part = (form, kind) => /** @type {HTMLElement | null} */ (form.querySelector(`[data-kind=${kind}]`));
/** @param {HTMLFormElement} form @param {string} name */
const field = (form, name) => /** @type {HTMLInputElement | null} */ (form.querySelector(`[name=${name}]`));

/** How many there are, those of before counted. @param {HTMLFormElement} form @param {"photo" | "signature"} kind */
function given(form, kind) {
  const box = part(form, kind);
  const before = Number(box?.dataset.count ?? 0);
  if (kind === "photo") return before + (field(form, "photo")?.files?.length ?? 0);
  return before + (box?.dataset.drawn === "1" ? 1 : 0);
}

/** @param {HTMLFormElement} form */
function showParts(form) {
  const way = chosenWay(form);
  for (const kind of /** @type {const} */ (["photo", "signature"])) {
    const box = part(form, kind);
    if (!box) continue;
    const level = Number(way?.dataset[kind] ?? 0);
    box.hidden = level === 0;
    const hint = /** @type {HTMLElement | null} */ (box.querySelector("[data-hint]"));
    if (!hint) continue;
    const count = given(form, kind);
    hint.textContent = count > 0 ? `✓ ${count}` : level === 2 ? "Required" : "Optional";
    hint.className = count > 0 ? "done" : level === 2 ? "failed" : "soft";
  }
}

/** Photos that were chosen so far: a camera gives one at a time, and the field forgets those of before. @type {WeakMap<HTMLInputElement, File[]>} */
const gathered = new WeakMap();

/** @param {HTMLInputElement} input @param {readonly File[]} files */
function setFiles(input, files) {
  const list = new DataTransfer();
  for (const file of files) list.items.add(file);
  input.files = list.files;
  gathered.set(input, [...files]);
}

/** @param {HTMLFormElement} form */
function showPhotos(form) {
  const box = part(form, "photo");
  const input = field(form, "photo");
  const list = /** @type {HTMLElement | null} */ (box?.querySelector("[data-new]") ?? null);
  if (!box || !list || !input) return;
  for (const image of list.querySelectorAll("img")) URL.revokeObjectURL(image.src);
  const files = [...(input.files ?? [])];
  list.hidden = files.length === 0;
  list.replaceChildren(...files.map((file, index) => {
    const item = document.createElement("li");
    const image = document.createElement("img");
    image.src = URL.createObjectURL(file);
    image.alt = file.name;
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = "×";
    remove.setAttribute("aria-label", `Remove photo ${index + 1}`);
    remove.addEventListener("click", () => {
      setFiles(input, files.filter((one) => one !== file));
      showPhotos(form);
      showParts(form);
    });
    item.append(image, remove);
    return item;
  }));
  const label = box.querySelector("[data-file-label]");
  if (label) label.textContent = files.length > 0 ? "Take another photo" : "Take photos";
}

/** Once for every page that the server sent. @param {HTMLElement} root */
export function setUpProofs(root) {
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (root.querySelectorAll("form[data-proof]"))) {
    const box = part(form, "signature");
    const canvas = box?.querySelector("canvas");
    if (box && canvas) {
      const pad = signaturePad(canvas, (drawn) => {
        box.dataset.drawn = drawn ? "1" : "";
        showParts(form);
      });
      pads.set(form, pad);
      const place = box.querySelector(".pad");
      if (place instanceof HTMLElement) place.hidden = false;
      const file = field(form, "signature");
      if (file) file.hidden = true;
      box.querySelector("[data-clear]")?.addEventListener("click", () => pad.clear());
      box.querySelector("[data-write]")?.addEventListener("click", () => {
        const name = field(form, "signatureName")?.value.trim() ?? "";
        // Nothing written would be a drawing wiped out.
        if (name === "") say(form, "signatureName", "Name is required");
        else pad.write(name);
      });
    }
    form.noValidate = true;
    form.addEventListener("change", ({ target }) => {
      if (target === field(form, "photo")) {
        const input = /** @type {HTMLInputElement} */ (target);
        setFiles(input, [...(gathered.get(input) ?? []), ...(input.files ?? [])]);
      }
      showPhotos(form);
      showParts(form);
      say(form, null, "");
    });
    showParts(form);
  }
}

/** @typedef {"way" | "photo" | "signature" | "signatureName"} Part */

/**
 * Says what is missing where it has to be given, and leads there.
 * @param {HTMLFormElement} form @param {Part | null} missing @param {string} text
 */
function say(form, missing, text) {
  const isName = missing === "signatureName";
  const kind = isName ? "signature" : missing;
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-kind]"))) {
    const isHere = box.dataset.kind === kind && text !== "";
    box.toggleAttribute("data-invalid", isHere);
    const place = /** @type {HTMLElement | null} */ (box.querySelector("[data-fault]"));
    if (!place) continue;
    place.hidden = !isHere;
    place.textContent = isHere ? text : "";
    if (!isHere) continue;
    const input = /** @type {HTMLElement | null} */ (box.querySelector(isName ? "[name=signatureName]" : "input:not([hidden]):not([name=signatureName])"));
    input?.focus({ preventScroll: true });
    box.scrollIntoView({ block: "center" });
  }
}

/** Says in the form what is missing, in the server's words. @param {HTMLFormElement} form @returns {boolean} nothing is */
export function proofIsComplete(form) {
  const way = chosenWay(form);
  const level = (/** @type {"photo" | "signature"} */ kind) => Number(way?.dataset[kind] ?? 0);
  const signatureName = field(form, "signatureName")?.value ?? "";
  const [photos, signatures] = [given(form, "photo"), given(form, "signature")];
  const missing = missingProof({ photo: level("photo"), signature: level("signature") }, { photos, signatures, signatureName });
  /** @type {[Part | null, string]} */
  let fault = [null, ""];
  if (!way) fault = ["way", "Choose how it was handed over"];
  else if (missing) fault = [missing.field, missing.message];
  else if (level("photo") > 0 && photos > MOST_PHOTOS) fault = ["photo", `A visit can have ${MOST_PHOTOS} photos at most.`];
  say(form, ...fault);
  return fault[1] === "";
}

/** What the form gives beside its texts; parts that the chosen way doesn't ask for are left out. @param {HTMLFormElement} form @returns {Promise<WaitingFile[]>} */
export async function proofFiles(form) {
  const way = chosenWay(form);
  /** @type {WaitingFile[]} */
  const files = [];
  if (Number(way?.dataset.photo ?? 0) > 0) {
    for (const photo of field(form, "photo")?.files ?? []) files.push({ field: "photo", ...(await small(photo)) });
  }
  if (Number(way?.dataset.signature ?? 0) > 0) {
    const signature = await pads.get(form)?.file();
    if (signature) files.push({ field: "signature", file: signature, name: signature.name });
  }
  return files;
}

/** A photo as a JPEG that is no larger than it has to be; as it is where the browser can't read it. @param {File} photo */
async function small(photo) {
  try {
    const bitmap = await createImageBitmap(photo, { imageOrientation: "from-image" });
    const share = Math.min(1, LONGEST_SIDE_PX / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * share));
    canvas.height = Math.max(1, Math.round(bitmap.height * share));
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    /** @type {Blob | null} */
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    if (blob && blob.size < photo.size) return { file: blob, name: "photo.jpg" };
  } catch {
    // The server says what it doesn't take.
  }
  return { file: /** @type {Blob} */ (photo), name: photo.name };
}
