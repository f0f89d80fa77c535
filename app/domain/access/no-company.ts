/** Said to an account with no company to work for: it was never in one, has left it, or it was closed. */
export const NO_COMPANY = "Your account belongs to no company. Ask an administrator of your company to invite you.";
