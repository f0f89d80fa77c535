import { ProofLevel } from "./proof-level";

interface MissingProof {
  field: "photo" | "signature" | "signatureName";
  message: string;
}

/**
 * What is missing of the proof that a way of handing over requires; null: nothing. A required photo or signature has to
 * be there; every signature needs a name, also where signing was optional.
 * @param given how many the visit has, new ones counted
 */
export function missingProof(
  asked: { photo: ProofLevel; signature: ProofLevel },
  given: { photos: number; signatures: number; signatureName: string },
): MissingProof | null {
  if (asked.photo === ProofLevel.Required && given.photos === 0)
    return { field: "photo", message: "Photo is required" };
  if (asked.signature === ProofLevel.Required && given.signatures === 0) {
    return { field: "signature", message: "Signature is required" };
  }
  if (asked.signature !== ProofLevel.None && given.signatures > 0 && given.signatureName.trim() === "") {
    return { field: "signatureName", message: "Name is required" };
  }
  return null;
}
