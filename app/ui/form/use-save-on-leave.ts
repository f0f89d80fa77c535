import { useEffect, type MutableRefObject, type RefObject } from "react";
import { COMPANY_FIELD, newSubmitId, SUBMIT_FIELD } from "~/lib/page-stamp";
import { absolute } from "~/paths";
import { sendLate } from "./late-saves";
import { bodyAfter, unseen } from "./save-under-way";

interface Save {
  body: FormData;
  /** by field */
  values: ReadonlyMap<string, string>;
}

interface SaveOnLeave {
  /** stands in the form */
  box: RefObject<HTMLElement>;
  intent: string;
  /** what is not stored yet, handed out once; null where nothing is */
  takeRest: (form: HTMLFormElement) => Save | null;
  /** where the form is sent to, and the company that the page is of */
  now: MutableRefObject<{ action: string; companyId: number | null }>;
  /** the save that is under way */
  sent: MutableRefObject<Pick<Save, "values"> | null>;
}

/** The panel is closed, or the page left, while something is typed: it is saved all the same. */
export function useSaveOnLeave({ box, intent, takeRest, now, sent }: SaveOnLeave): void {
  useEffect(() => {
    const form = box.current?.closest("form");
    if (!form) return;
    const saveLast = (send: (url: string, body: FormData, values: ReadonlyMap<string, string>) => unknown) => {
      const rest = takeRest(form);
      if (rest === null) return;
      const { body, values } = rest;
      // No script adds its stamp to what is sent on leaving.
      body.set(COMPANY_FIELD, String(now.current.companyId ?? ""));
      body.set(SUBMIT_FIELD, newSubmitId());
      // Without the tab's name this tab receives the change like all others.
      body.delete("tab");
      if (values.size > 0) send(absolute(now.current.action), body, values);
    };
    const underWay = (url: string) => sent.current && { url, intent, values: sent.current.values };
    const leave = () =>
      saveLast((url, body) => {
        const first = underWay(url);
        navigator.sendBeacon(url, first === null ? body : unseen(body, first));
      });
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      saveLast((url, body, values) => {
        const first = underWay(url);
        void sendLate(
          url,
          first === null ? body : { body: bodyAfter(first, body, values), atOnce: () => unseen(body, first) },
        );
      });
    };
  }, [box, intent, takeRest, now, sent]);
}
