import type { ReactNode } from "react";
import { switchedSentence } from "~/lib/page-stamp";
import type { SwitchedPage } from "~/lib/page-stamp";
import { absolute, paths } from "~/paths";

/** The message about a form whose page was made for another company. */
export function switchedWords({ switched: { from, to }, fields }: SwitchedPage): {
  title: string;
  text: string;
  back: string;
  on: string;
} {
  const title = switchedSentence(to);
  const on = "Go on there";
  if (from === null)
    return {
      title,
      text: "The page was made for a company that you no longer belong to. Nothing was saved.",
      back: "",
      on,
    };
  const text = `The page was made for ${from.title}, so nothing was saved.`;
  if (fields === null)
    return {
      title,
      text: `${text} Switch back to choose the files again, or go on in ${to.title}.`,
      back: "Switch back",
      on,
    };
  return {
    title,
    text: `${text} Switch back to send it there with all that you typed, or go on in ${to.title}.`,
    back: "Switch back and send again",
    on,
  };
}

/** Switches back, and has the browser send the form once more: its fields go along. Works without a script. */
export function SwitchBackForm({
  page: { switched, path, fields },
  className,
  children,
}: {
  page: SwitchedPage;
  className?: string;
  children: ReactNode;
}) {
  if (switched.from === null) return null;
  const target = new URLSearchParams({
    company_id: String(switched.from.id),
    ...(fields === null ? { to: path } : { again: path }),
  });
  return (
    <form method="post" action={`${absolute(paths.switchCompany())}?${target}`} className={className}>
      {fields?.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
