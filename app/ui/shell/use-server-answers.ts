import { useEffect, useState } from "react";
import { watchServer } from "./server-answers";
import type { ServerAnswer } from "./server-answers";

/** @param isAsked while it is asked, again and again */
export function useServerAnswers(isAsked: boolean): ServerAnswer {
  const [answer, setAnswer] = useState<ServerAnswer>("none");
  useEffect(() => {
    if (!isAsked) return;
    const end = watchServer(setAnswer);
    return () => {
      end();
      setAnswer("none");
    };
  }, [isAsked]);
  return answer;
}
