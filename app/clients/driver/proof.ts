/** The proof of a stop on the driver's page: shows what the chosen confirmation needs, takes signatures and photos. */
import { MAX_PHOTOS_PER_VISIT } from "~/domain/constants";
import { tooManyAttachments } from "~/domain/visit/confirmation";
import { missingProof } from "~/domain/visit/missing-proof";
import { ProofLevel } from "~/domain/visit/proof-level";
import { signaturePad } from "~/lib/signature-pad";
import type { SignaturePad } from "~/lib/signature-pad";
import { keepDraft, restoreDrafts } from "./drafts";
import { write } from "./page";
import { gather, photosIn, putPhotos, showPhotos, small } from "./photos";
import type { WaitingFile } from "./queue";

type Kind = "photo" | "signature";
const KINDS: readonly Kind[] = ["photo", "signature"];

const pads = new WeakMap<Element, SignaturePad>();

const chosenConfirmation = (form: HTMLFormElement) =>
  form.querySelector<HTMLInputElement>("[name=confirmationType]:checked");
const part = (form: HTMLFormElement, kind: Kind) => form.querySelector<HTMLElement>(`[data-kind=${kind}]`);
const field = (form: HTMLFormElement, name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`);

/** How much of it the chosen confirmation asks for. */
const levelOf = (form: HTMLFormElement, kind: Kind): ProofLevel =>
  Number(chosenConfirmation(form)?.dataset[kind] ?? 0) as ProofLevel;

/** How many the server has already. */
const stored = (form: HTMLFormElement, kind: Kind): number => Number(part(form, kind)?.dataset.count ?? 0);

/** How many there are, those of before counted. */
function given(form: HTMLFormElement, kind: Kind): number {
  const box = part(form, kind);
  const before = stored(form, kind);
  if (kind === "photo") return before + (field(form, "photo")?.files?.length ?? 0);
  return before + (box?.dataset.drawn === "1" ? 1 : 0);
}

function showParts(form: HTMLFormElement): void {
  for (const kind of KINDS) {
    const box = part(form, kind);
    if (!box) continue;
    const level = levelOf(form, kind);
    box.hidden = level === ProofLevel.None;
    const hint = box.querySelector<HTMLElement>("[data-hint]");
    if (!hint) continue;
    const count = given(form, kind);
    const isRequired = level === ProofLevel.Required;
    write(hint, count > 0 ? `✓ ${count}` : isRequired ? "Required" : "Optional");
    hint.className = count > 0 ? "done" : isRequired ? "failed" : "soft";
  }
}

/** Photos that are being made smaller and kept. */
let keeping: Promise<unknown> = Promise.resolve();

function showChosen(form: HTMLFormElement): void {
  const [box, input] = [part(form, "photo"), field(form, "photo")];
  if (box && input) showPhotos(box, input, (why) => photosChanged(form, why));
  showParts(form);
}

/** @param leftOut why a photo isn't there that was chosen; "" when all are */
function photosChanged(form: HTMLFormElement, leftOut: string): void {
  keeping = Promise.all([keeping, keepPhotos(form)]);
  showChosen(form);
  if (leftOut !== "") showFault(form, "photo", leftOut);
}

/** Keeps the photos as small as they are sent, each when it is ready: the tab may end while the next one is taken. */
async function keepPhotos(form: HTMLFormElement): Promise<void> {
  const input = field(form, "photo");
  if (!input) return;
  const chosen = photosIn(input);
  if (chosen.length === 0) keepDraft(form, { photos: [] });
  const photos: File[] = [];
  for (const photo of chosen) {
    photos.push(await small(photo));
    // Others may have been chosen meanwhile, which are kept by themselves.
    if (photosIn(input) !== chosen) return;
    keepDraft(form, { photos: [...photos] });
  }
}

/** A phone that refuses its camera to the browser gives nothing, and says nothing. */
const NO_PHOTO =
  "No photo was added. If the camera doesn\u2019t open, allow it in the phone\u2019s settings, or choose a picture " +
  "from the phone.";

const ready = new WeakSet<HTMLFormElement>();

/** Once for every form that the server sent, when there is something to show on it. */
function setUp(form: HTMLFormElement): void {
  if (form.dataset.proof === undefined || ready.has(form)) return;
  ready.add(form);
  setUpPad(form);
  form.noValidate = true;
  form.addEventListener("change", ({ target }) => {
    const photos = field(form, "photo");
    if (photos !== null && target instanceof HTMLInputElement && target.name === "photo")
      photosChanged(form, gather(photos, target, MAX_PHOTOS_PER_VISIT - stored(form, "photo")));
    else showParts(form);
  });
  form.addEventListener("cancel", ({ target }) => {
    if (target instanceof HTMLInputElement && target.hasAttribute("capture")) showFault(form, "photo", NO_PHOTO);
  });
  // While it is typed: when the field is left, a finger is on its way to a button that would move from under it.
  form.addEventListener("input", () => showFault(form, null, ""));
  showParts(form);
}

/** Sets up the proof that a view asks for. */
export function followProof(view: Element | null): void {
  const form = view?.querySelector<HTMLFormElement>("form[data-proof]");
  if (form) setUp(form);
}

/** Fills in again what was filled in before this page was, once it shows the reports of this phone. */
export async function restoreProofs(): Promise<void> {
  await keeping;
  for (const [form, { photos = [], signature = null }] of await restoreDrafts()) {
    setUp(form);
    const input = field(form, "photo");
    const room = MAX_PHOTOS_PER_VISIT - stored(form, "photo");
    if (input && photosIn(input).length === 0) putPhotos(input, photos.slice(0, Math.max(0, room)));
    const box = part(form, "signature");
    if (box && signature && box.dataset.drawn !== "1") {
      box.dataset.drawn = "1";
      // One that can't be drawn is drawn anew.
      await pads
        .get(form)
        ?.show(signature)
        .catch(() => (box.dataset.drawn = ""));
    }
    showChosen(form);
  }
}

/** A canvas to sign on takes the place of the field for a file. */
function setUpPad(form: HTMLFormElement): void {
  const box = part(form, "signature");
  const canvas = box?.querySelector("canvas");
  if (!box || !canvas) return;
  const pad = signaturePad(canvas, (drawn) => {
    box.dataset.drawn = drawn ? "1" : "";
    showParts(form);
    void pad.file().then((signature) => keepDraft(form, { signature }));
  });
  pads.set(form, pad);
  const place = box.querySelector<HTMLElement>(".pad");
  if (place) place.hidden = false;
  const file = field(form, "signature");
  if (file) file.hidden = true;
  box.querySelector("[data-clear]")?.addEventListener("click", () => pad.clear());
  box.querySelector("[data-write]")?.addEventListener("click", () => {
    const name = field(form, "signatureName")?.value.trim() ?? "";
    // Writing an empty name would clear the drawing.
    if (name === "") showFault(form, "signatureName", "Name is required");
    else pad.write(name);
  });
}

type Part = "way" | Kind | "signatureName";

/** Says what is missing where it has to be given, and leads there. */
function showFault(form: HTMLFormElement, missing: Part | null, text: string): void {
  const isName = missing === "signatureName";
  const kind = isName ? "signature" : missing;
  for (const box of form.querySelectorAll<HTMLElement>("[data-kind]")) {
    const isHere = box.dataset.kind === kind && text !== "";
    box.toggleAttribute("data-invalid", isHere);
    const place = box.querySelector<HTMLElement>("[data-fault]");
    if (!place) continue;
    place.hidden = !isHere;
    write(place, isHere ? text : "");
    if (!isHere) continue;
    const wanted = isName ? "[name=signatureName]" : "input:not([hidden]):not([name=signatureName])";
    box.querySelector<HTMLElement>(wanted)?.focus({ preventScroll: true });
    box.scrollIntoView({ block: "center" });
  }
}

function faultOf(form: HTMLFormElement): [Part | null, string] {
  if (!chosenConfirmation(form)) return ["way", "Choose how it was handed over"];
  const [photos, signatures] = [given(form, "photo"), given(form, "signature")];
  const asked = { photo: levelOf(form, "photo"), signature: levelOf(form, "signature") };
  const signatureName = field(form, "signatureName")?.value ?? "";
  const missing = missingProof(asked, { photos, signatures, signatureName });
  if (missing) return [missing.field, missing.message];
  if (asked.photo !== ProofLevel.None && photos > MAX_PHOTOS_PER_VISIT) {
    return ["photo", tooManyAttachments("photo")];
  }
  return [null, ""];
}

/** Says in the form what is missing, in the server's words. @returns nothing is */
export function proofIsComplete(form: HTMLFormElement): boolean {
  const [missing, text] = faultOf(form);
  showFault(form, missing, text);
  return missing === null;
}

/** What the form gives beside its texts; parts that the chosen confirmation doesn't ask for are left out. */
export async function proofFiles(form: HTMLFormElement): Promise<WaitingFile[]> {
  const files: WaitingFile[] = [];
  if (levelOf(form, "photo") !== ProofLevel.None) {
    const input = field(form, "photo");
    const photos = input ? await Promise.all(photosIn(input).map(small)) : [];
    for (const file of photos) files.push({ field: "photo", file, name: file.name });
  }
  if (levelOf(form, "signature") !== ProofLevel.None) {
    const signature = await pads.get(form)?.file();
    if (signature) files.push({ field: "signature", file: signature, name: signature.name });
  }
  return files;
}
