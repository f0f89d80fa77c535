import type { SpecificationRow } from "./row";

/** Section 5 of accounts and administration: validation rules. */
export const ACCOUNTS_VALIDATION: readonly SpecificationRow[] = [
  { id: "AA-5.01", kind: "rule", text: "Complete profile: Name is required.", also: ["AA 2"] },
  {
    id: "AA-5.02",
    kind: "message",
    text: "Complete profile: an empty phone gives 'Phone is require'.",
    also: ["AA 2"],
  },
  { id: "AA-5.03", kind: "message", text: "Complete profile: an invalid phone gives 'Phone is not valid'." },
  {
    id: "AA-5.04",
    kind: "message",
    text: "Complete profile: a phone that is empty or invalid shows the toast 'Please enter a valid phone number'.",
  },
  {
    id: "AA-5.05",
    kind: "message",
    text: "Complete profile: an owner without a company title gets 'Please enter company title'.",
    also: ["AA 2"],
  },
  {
    id: "AA-5.06",
    kind: "rule",
    text: "Complete profile: an owner must enter the company country and the business type.",
    also: ["AA 2"],
  },
  {
    id: "AA-5.07",
    kind: "message",
    text:
      "Complete profile: a warehouse address without non-zero coordinates gives 'Please enter a valid address " +
      "of warehouse'.",
    also: ["AA 2"],
  },
  { id: "AA-5.08", kind: "rule", text: "Complete profile: the phone is saved in full international form." },
  {
    id: "AA-5.09",
    kind: "constant",
    text: "Countries excluded from the phone picker: AF, AZ, BY, CN, CU, IR, IQ, KZ, KG, PK, RU, TJ, UZ, KP.",
  },
  { id: "AA-5.10", kind: "message", text: "A required text field gives 'is required'." },
  { id: "AA-5.11", kind: "message", text: "A text field with an invalid e-mail or phone gives 'is not correct'." },
  { id: "AA-5.12", kind: "message", text: "A text field longer than max N gives 'should be less then N'." },
  { id: "AA-5.13", kind: "rule", text: "The error of a text field shows after the field is first left." },
  {
    id: "AA-5.14",
    kind: "message",
    text: "Own password change needs both old and new password, else 'Fill both fields!'.",
    also: ["AA 8"],
  },
  {
    id: "AA-5.15",
    kind: "message",
    text: "E-mail change checks the availability first; if unavailable it gives 'Email is not available'.",
    also: ["AA 8"],
  },
  { id: "AA-5.16", kind: "rule", text: "Company create needs a Title." },
  { id: "AA-5.17", kind: "rule", text: "A company created by an admin also needs a User." },
  { id: "AA-5.18", kind: "rule", text: "An address is required when marked so." },
  {
    id: "AA-5.19",
    kind: "message",
    text: "Regenerating the api key asks 'Are you sure you want to regenerate api key?'.",
  },
  { id: "AA-5.20", kind: "constant", text: "A new api key is 32 random characters." },
];
