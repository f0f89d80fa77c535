import type { FormEvent } from "react";

/**
 * For a form whose button says what it asks for as its value: with scripts it is not sent at once, but by `post`,
 * behind the moves that wait.
 */
export const inTurn =
  (post: (intent: string) => void) =>
  (event: FormEvent<HTMLFormElement>): void => {
    const button = (event.nativeEvent as SubmitEvent).submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    post(button.value);
  };
