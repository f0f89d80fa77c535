// @ts-check
/** What is missing of the proof that a way of handing over asks for: the server, its pages and the driver's script ask here. */

const REQUIRED = 2;

/**
 * A required photo or signature has to be there; a signature that is there has a name, also where nobody had to sign.
 * @param {{ photo: number, signature: number }} asked levels: 0 none, 1 optional, 2 required
 * @param {{ photos: number, signatures: number, signatureName: string }} given how many the visit has, new ones counted
 * @returns {{ field: "photo" | "signature" | "signatureName", message: string } | null} null: nothing is missing
 */
export function missingProof({ photo, signature }, { photos, signatures, signatureName }) {
  if (photo === REQUIRED && photos === 0) return { field: "photo", message: "Photo is required" };
  if (signature === REQUIRED && signatures === 0) return { field: "signature", message: "Signature is required" };
  if (signature > 0 && signatures > 0 && signatureName.trim() === "") return { field: "signatureName", message: "Name is required" };
  return null;
}
