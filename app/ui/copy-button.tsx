import { useEffect, useState } from "react";
import { TOAST_LOADER_DONE_MS } from "~/domain/constants";
import { Button } from "./button";
import { toast } from "./feedback/toasts";

const COPY_WORDS = {
  idle: "Copy",
  copied: "Copy",
  refused: "Not allowed by the browser: open as text",
} as const;

export function CopyButton({ text, refused = COPY_WORDS.refused }: { text: string | null; refused?: string }) {
  const [state, setState] = useState<keyof typeof COPY_WORDS>("idle");
  useEffect(() => {
    if (state !== "copied") return;
    const timer = window.setTimeout(() => setState("idle"), TOAST_LOADER_DONE_MS);
    return () => window.clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      // Pages without encryption have no clipboard.
      await navigator.clipboard.writeText(text ?? "");
      setState("copied");
      toast.success("Copied to clipboard");
    } catch {
      setState("refused");
    }
  };
  return (
    <Button icon={state === "copied" ? "check" : "copy"} disabled={text === null} onClick={() => void copy()}>
      <span role="status">{state === "refused" ? refused : COPY_WORDS[state]}</span>
    </Button>
  );
}
