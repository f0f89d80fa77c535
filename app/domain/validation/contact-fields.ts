/** Fields with an e-mail or a telephone number that may be left empty; "" for none. */
import { MAX_EMAIL_LENGTH } from "../constants";
import { isEmail, isPhone, NOT_CORRECT, plainPhone } from "./contact";
import { readAs } from "./field-reader";
import { optionalText } from "./wire-fields";

const MAX_PHONE_LENGTH = 50;

/** The default stands outside of the check, so that both fit a change of single fields. */
const checkedText = (
  label: string,
  max: number,
  isCorrect: (text: string) => boolean,
  normal: (text: string) => string = (text) => text,
) =>
  readAs(
    optionalText(label, max)
      .removeDefault()
      .overwrite(normal)
      .refine((text) => text === "" || isCorrect(text), `${label} ${NOT_CORRECT}`),
    (typed) => typed.trim(),
  ).default("");

export const optionalEmail = () =>
  checkedText(
    "E-mail",
    MAX_EMAIL_LENGTH,
    (email) => isEmail(email),
    (email) => email.toLowerCase(),
  );

export const optionalPhone = () =>
  checkedText(
    "Phone",
    MAX_PHONE_LENGTH,
    (phone) => isPhone(phone),
    (phone) => plainPhone(phone),
  );

/** A phone that is judged elsewhere: what an import brought may stay. */
export const anyPhone = (label: string) =>
  checkedText(
    label,
    MAX_PHONE_LENGTH,
    () => true,
    (phone) => plainPhone(phone),
  );
