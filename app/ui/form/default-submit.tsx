import type { ButtonHTMLAttributes } from "react";

type Props = Pick<ButtonHTMLAttributes<HTMLButtonElement>, "formMethod" | "formAction">;

/**
 * Enter in a field presses the first submit button of its form, wherever that is and whatever it says: this one sends
 * the form as its fields are. Put it before a button that asks for something else than to save. Nobody sees it.
 */
export const DefaultSubmit = (props: Props) => (
  <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" {...props} />
);
