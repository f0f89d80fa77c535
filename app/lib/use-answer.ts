import { useState } from "react";
import { useActionData, useLocation } from "@remix-run/react";

/**
 * What the page's action answered, until the next form is sent or another address opens. The router's own
 * `useActionData` forgets it with the first reload of the page's data, which every change by a colleague brings.
 */
export function useAnswer<Action>(): ReturnType<typeof useActionData<Action>> {
  const { key } = useLocation();
  const answer = useActionData<Action>();
  const [kept, setKept] = useState({ key, answer });
  if (kept.key === key && (answer === undefined || answer === kept.answer)) return kept.answer;
  setKept({ key, answer });
  return answer;
}
