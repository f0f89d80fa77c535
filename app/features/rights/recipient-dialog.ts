/** Of the page of the company's data: the question before a recipient is erased. */
export const ERASE_RECIPIENT_DIALOG = "erase-recipient";
/** whom it is about: not by the address, which browsers and servers keep */
export const ERASURE_PARAM = "erasure";
