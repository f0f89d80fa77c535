import type { SpecificationRow } from "./row";

/** Section 8 of the planning core: the error catalogue and success messages. */
export const PLANNING_MESSAGES: readonly SpecificationRow[] = [
  {
    id: "PC-8.01",
    kind: "message",
    text: "A CSV export that cannot be saved shows the negative notification 'Browser denied file download...'.",
  },
  {
    id: "PC-8.02",
    kind: "rule",
    text: "Several unmapped required import fields are joined in one message by line breaks.",
  },
  { id: "PC-8.03", kind: "message", text: "An upload error shows 'Uploading was failed'." },
  { id: "PC-8.04", kind: "message", text: "An error of the file loader shows 'Importing was failed'.", also: ["AA 8"] },
  {
    id: "PC-8.05",
    kind: "message",
    text: "Finishing a route with unserved visits shows 'You can not finish route while there are unserved visits'.",
  },
  {
    id: "PC-8.06",
    kind: "message",
    text: "A route name missing in the server route table alerts 'Has not route {name}'.",
    differs: "decision 099: the API says it; pages take addresses from functions, and a missing one does not compile.",
  },
  { id: "PC-8.07", kind: "message", text: "An item that is not found is logged as '{entity} not found'." },
  { id: "PC-8.08", kind: "rule", text: "A failed create leaves the dialog open.", also: ["AA 8"] },
  { id: "PC-8.09", kind: "message", text: "A finished upload shows 'Your file has been successfully uploaded!'." },
  { id: "PC-8.10", kind: "message", text: "'Uploading finished' is a success message." },
  { id: "PC-8.11", kind: "message", text: "'Importing was finished' is a success message.", also: ["AA 8"] },
  { id: "PC-8.12", kind: "message", text: "'Calculated' is a success message." },
  { id: "PC-8.13", kind: "message", text: "'Successfully saved' is a success message." },
  { id: "PC-8.14", kind: "message", text: "'Copied to clipboard' is a success message." },
  { id: "PC-8.15", kind: "message", text: "A removal asks 'Do you want to remove {thing}?'.", also: ["AA 8"] },
  { id: "PC-8.16", kind: "message", text: "A deleted thing shows '{Thing} has been deleted!'.", also: ["AA 8"] },
  { id: "PC-8.17", kind: "message", text: "The generic failure is 'Action failed'.", also: ["AA 8"] },
  { id: "PC-8.18", kind: "message", text: "The generic success is 'Action was successful'.", also: ["AA 8"] },
  { id: "PC-8.19", kind: "message", text: "A missing vehicle shows 'No Vehicle'." },
  { id: "PC-8.20", kind: "message", text: "The loader text is 'Calculating...', then 'Calculated'." },
];
