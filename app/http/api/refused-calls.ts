/** Calls of the resource family that a resource does not have, each with the sentence that refuses it by name. */

const NO_PICTURE = "has no picture. Pictures belong to users, companies and visits (routing-visit-attachment)";
const WITHOUT_PICTURE = [
  ...["company-confirmation-template", "company-members", "routing-plan", "routing-query", "routing-route"],
  ...["routing-sheet", "routing-visit", "vehicle", "warehouse"],
];
const CALCULATED = "A calculation is kept as it was made, and goes with its plan";
const READ = "A sheet says what its file holds. Send another file to routing-sheet/upload";
const PROOF = "A picture of a visit is proof and is not changed. Remove it, and send another one";

const REFUSED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(WITHOUT_PICTURE.map((name) => [`${name}/upload-image`, `${name} ${NO_PICTURE}.`])),
  "users/store": "Accounts are made by register, quick-register and invitations.",
  "routing-query/update": `${CALCULATED}.`,
  "routing-query/update-field": `${CALCULATED}.`,
  "routing-query/destroy": `${CALCULATED}.`,
  "routing-sheet/store": "A sheet is made from its file: send it to routing-sheet/upload.",
  "routing-sheet/update": `${READ}.`,
  "routing-sheet/update-field": `${READ}.`,
  "routing-visit-attachment/store":
    "A picture is made from its file: send it to routing-visit-attachment/upload-image.",
  "routing-visit-attachment/update": `${PROOF}.`,
  "routing-visit-attachment/update-field": `${PROOF}.`,
};

export const REFUSED_CALLS: readonly string[] = Object.keys(REFUSED);

/** Why there is no such call; undefined for a path that means nothing. */
export function whyRefused(path: string): string | undefined {
  const name = path.replace(/\/+$/, "").replace(/^([\w-]+)\.([\w-]+)$/, "$1/$2");
  return Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
}
