import { MAX_TEXT_LENGTH, MIN_PASSWORD_LENGTH } from "../constants";

export const COMMON_PASSWORD = "This password is among those that are guessed first. Choose another one";
export const EMAIL_AS_PASSWORD = "Your e-mail can't be your password";
export const SHORT_PASSWORD = `Password needs at least ${MIN_PASSWORD_LENGTH} characters`;

/** Letters and digits alone: 'Uma.User-1' is no better than 'umauser1'. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * What is wrong with a new password, as a sentence; null when it is good. Length counts, and no rule asks for signs of
 * a certain kind (NIST SP 800-63B).
 * @param isCommon whether it is on the list of common ones
 */
export function passwordFault(password: string, email: string, isCommon: (password: string) => boolean): string | null {
  if (password === "") return "Password is required";
  if (password.length < MIN_PASSWORD_LENGTH) return SHORT_PASSWORD;
  if (password.length > MAX_TEXT_LENGTH) return `Password should be less then ${MAX_TEXT_LENGTH}`;
  const [local = "", domain = ""] = email.split("@");
  if ([email, local, `${local}${domain.split(".")[0] ?? ""}`].some((part) => plain(part) === plain(password)))
    return EMAIL_AS_PASSWORD;
  // One character, or two by turns, is on no list at every length.
  if (isCommon(password) || new Set(password.toLowerCase()).size <= 2) return COMMON_PASSWORD;
  return null;
}

/** To whoever confirms an e-mail elsewhere than where its account's password was chosen. */
export const CHOOSE_PASSWORD =
  "This browser has not signed up with this e-mail. Choose the password that you want to sign in with.";
