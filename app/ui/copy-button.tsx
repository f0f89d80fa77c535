import { useEffect, useState } from "react";
import { TOAST_LOADER_DONE_MS } from "~/domain/constants";
import { Button } from "./button";
import { toast } from "./feedback/toasts";
import { useMounted } from "./use-mounted";

const COPY_WORDS = {
  idle: "Copy",
  copied: "Copy",
  refused: "Not allowed by the browser: open as text",
} as const;

interface CopyButtonProps {
  text: string | null;
  refused?: string;
  /** said when it is done: the specification writes it in two ways */
  done?: string;
}

/** Needs a script: until the page has its own, there is no button that would do nothing. */
export function CopyButton({ text, refused = COPY_WORDS.refused, done = "Copied to clipboard" }: CopyButtonProps) {
  const mounted = useMounted();
  const [state, setState] = useState<keyof typeof COPY_WORDS>("idle");
  useEffect(() => {
    if (state !== "copied") return;
    const timer = window.setTimeout(() => setState("idle"), TOAST_LOADER_DONE_MS);
    return () => window.clearTimeout(timer);
  }, [state]);
  if (!mounted) return null;
  const copy = async () => {
    try {
      // Pages without encryption have no clipboard.
      await navigator.clipboard.writeText(text ?? "");
      setState("copied");
      toast.success(done);
    } catch {
      setState("refused");
    }
  };
  const words = state === "refused" ? refused : COPY_WORDS[state];
  return (
    <Button
      icon={state === "copied" ? "check" : "copy"}
      disabled={text === null}
      onClick={() => void copy()}
      // A status within gives the button no name.
      aria-label={words}
    >
      <span role="status">{words}</span>
    </Button>
  );
}
