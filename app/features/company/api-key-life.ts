/** How long a key that is shown once can be read by whoever made it: a page that loads again shows it again. */
export const KEY_SHOWN_SEC = 600;
