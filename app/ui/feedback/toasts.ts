import { createElement, type ReactNode } from "react";
import { Link } from "@remix-run/react";
import { notifications } from "@mantine/notifications";
import { ACTION_FAILED, VERIFICATION_SENT } from "~/lib/action-result";
import type { ActionRefusal } from "~/lib/action-result";
import { TOAST_LINK_MS, TOAST_LOADER_DONE_MS, TOAST_MAIL_SENT_MS, TOAST_MS } from "~/domain/constants";
import { Icon, type IconName } from "~/ui/icons";

interface ToastLook {
  icon: IconName;
  color: string;
}

const LOOKS = {
  success: { icon: "check", color: "green" },
  error: { icon: "alert", color: "red" },
  info: { icon: "info", color: "accent" },
} satisfies Record<string, ToastLook>;

function show(
  look: ToastLook,
  { title, message }: { title?: ReactNode; message: ReactNode },
  autoClose: number | false,
  id?: string,
): string {
  return notifications.show({
    id,
    title,
    message,
    autoClose,
    color: look.color,
    icon: createElement(Icon, { name: look.icon, size: 16 }),
    closeButtonProps: { "aria-label": "Close the message" },
  });
}

/** One line alone, or a title with what exactly was done under it. */
const lines = (message: ReactNode, detail?: ReactNode) =>
  detail === undefined ? { message } : { title: message, message: detail };

/** Short messages at the edge of the screen. How long each stays is the specification's (section 9). */
export const toast = {
  success: (message: ReactNode, detail?: ReactNode) =>
    show(LOOKS.success, lines(message, detail), message === VERIFICATION_SENT ? TOAST_MAIL_SENT_MS : TOAST_MS),
  /** A reason alone stands under "Action failed"; with a second line the first one says what failed. */
  error: (message: ReactNode, detail?: ReactNode) =>
    show(LOOKS.error, detail === undefined ? lines(ACTION_FAILED, message) : lines(message, detail), TOAST_MS),
  /** With a link to where something can be done about it; it stays until it is closed. */
  refusal: ({ message, detail, link }: Pick<ActionRefusal, "message" | "detail" | "link">) =>
    link === undefined
      ? toast.error(message, detail)
      : show(
          LOOKS.error,
          lines(
            ACTION_FAILED,
            createElement("span", null, message, " ", createElement(Link, { to: link.to, children: link.label })),
          ),
          false,
        ),
  info: (message: ReactNode, detail?: ReactNode) => show(LOOKS.info, lines(message, detail), TOAST_MS),
  /** What became of a public link; the second line is the link itself, where it could not be copied. */
  link: (message: ReactNode, detail?: ReactNode) => show(LOOKS.success, lines(message, detail), TOAST_LINK_MS),
  /** Stays until closed: it carries a button (Undo, Apply changes). */
  action: (message: ReactNode, id?: string) => show(LOOKS.info, { message }, false, id),
  /** "Calculating...", until `done` is called with what came of it. */
  loader: (message: string) => {
    const id = notifications.show({ message, loading: true, autoClose: false, withCloseButton: false });
    return {
      done: (text: string) =>
        notifications.update({
          id,
          message: text,
          loading: false,
          autoClose: TOAST_LOADER_DONE_MS,
          color: LOOKS.success.color,
          icon: createElement(Icon, { name: "check", size: 16 }),
        }),
      failed: (text: string) =>
        notifications.update({
          id,
          message: text,
          loading: false,
          autoClose: TOAST_MS,
          withCloseButton: true,
          color: LOOKS.error.color,
          icon: createElement(Icon, { name: "alert", size: 16 }),
        }),
    };
  },
  close: (id: string) => notifications.hide(id),
};
