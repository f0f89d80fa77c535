import { useEffect, useMemo, useRef, useState } from "react";
import type { SuggestionList } from "~/domain/address/candidate";
import type { Place } from "~/domain/place";
import { newSubmitId } from "~/lib/page-stamp";
import { AddressFault, askSuggestions } from "./ask-addresses";

/** Fewer letters mean everything. */
const SHORTEST = 2;
const FIRST_PAUSE_MS = 500;

interface AddressSearch {
  /** of the newest text that was answered; null before the field was used */
  list: SuggestionList | null;
  /** why there is no list */
  fault: string | null;
  busy: boolean;
  /** Asks how this search works, once. */
  begin(): void;
  /** Asks when nothing more is typed. */
  soon(text: string): void;
  now(text: string): void;
  /** What is on its way is not wanted any more. */
  stop(): void;
  /** One person's search up to their choice; a choice begins a new one. */
  session(): string;
  chosen(): void;
}

/** Asks for addresses while somebody types: one question at a time, and the newest answer counts. */
export function useAddressSearch(near: Place | null, onList: () => void): AddressSearch {
  const [state, setState] = useState<{ list: SuggestionList | null; fault: string | null; busy: boolean }>({
    list: null,
    fault: null,
    busy: false,
  });
  const latest = useRef({ near, onList, list: state.list });
  latest.current = { near, onList, list: state.list };
  const run = useMemo(() => {
    let asking = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let session = "";
    const sessionId = () => (session ||= newSubmitId());
    const stop = () => {
      clearTimeout(timer);
      asking.abort();
      setState((old) => (old.busy ? { ...old, busy: false } : old));
    };
    const now = (text: string) => {
      stop();
      const { signal } = (asking = new AbortController());
      setState((old) => ({ ...old, busy: text !== "" }));
      askSuggestions(text, { near: latest.current.near, session: sessionId(), signal }).then(
        (list) => {
          if (signal.aborted) return;
          setState({ list, fault: null, busy: false });
          if (text !== "") latest.current.onList();
        },
        (error: unknown) => {
          if (signal.aborted) return;
          if (!(error instanceof AddressFault)) throw error;
          setState((old) => ({
            list: old.list && { ...old.list, suggestions: [] },
            fault: error.message,
            busy: false,
          }));
        },
      );
    };
    return {
      stop,
      now,
      begin: () => {
        if (latest.current.list === null) now("");
      },
      soon: (text: string) => {
        stop();
        const { list } = latest.current;
        if (text.trim().length < SHORTEST || list?.isReady === false || list?.whileTyping === false) return;
        timer = setTimeout(() => now(text.trim()), list?.pauseMs ?? FIRST_PAUSE_MS);
      },
      session: sessionId,
      chosen: () => {
        session = "";
      },
    };
  }, []);
  useEffect(() => run.stop, [run]);
  return { ...state, ...run };
}
