import { useEffect, useRef, useState } from "react";
import { BASE_PATH, paths } from "~/paths";
import type { MoveEffect } from "~/domain/visit/move-effect";
import type { Move } from "./moves";

/** The pointer passes many places on its way; only a place where it rests is asked about. */
const REST_MS = 60;
/** An answer waits only briefly for the roads; a moment later they know legs that were estimates. */
const MEASURED_MS = 1500;

const isAbout = ({ routes }: MoveEffect): boolean => routes.some(({ about }) => about);

async function effectAt(url: string, signal: AbortSignal): Promise<MoveEffect> {
  const response = await fetch(url, { signal, headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`The preview answered ${response.status}`);
  return (await response.json()) as MoveEffect;
}

/**
 * The effect of a move, asked from the server once the move has stayed the same for a moment. Answers about places that
 * the pointer has left are ignored; a place that was asked about before answers at once. An effect with estimates is
 * asked for once more while the move stays the same.
 * @param version of the plan; effects on an older version are forgotten
 */
export function useMovePreview(version: number, move: Move | null): MoveEffect | "failed" | null {
  const known = useRef({ version, effects: new Map<string, MoveEffect>() });
  if (known.current.version !== version) known.current = { version, effects: new Map() };
  const visitIds = move?.visitIds.join(",");
  const key = move === null ? null : [visitIds, move.toRouteId ?? "", move.position ?? ""].join("|");
  const url =
    move === null
      ? ""
      : `${BASE_PATH}${paths.previewMove({ visitIds, toRouteId: move.toRouteId, position: move.position })}`;
  const [answer, setAnswer] = useState<{ key: string; version: number; effect: MoveEffect | "failed" } | null>(null);
  useEffect(() => {
    if (key === null) return;
    const { effects } = known.current;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (effect: MoveEffect, isFirst: boolean) => {
      setAnswer({ key, version, effect });
      if (isFirst && isAbout(effect)) timer = setTimeout(() => ask(false), MEASURED_MS);
    };
    const ask = (isFirst: boolean) =>
      void effectAt(url, stop.signal).then(
        (effect) => {
          effects.set(key, effect);
          show(effect, isFirst);
        },
        () => {
          // What is shown already stays.
          if (isFirst && !stop.signal.aborted) setAnswer({ key, version, effect: "failed" });
        },
      );
    const earlier = effects.get(key);
    if (earlier === undefined) timer = setTimeout(() => ask(true), REST_MS);
    else show(earlier, true);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, url, version]);
  return answer !== null && answer.key === key && answer.version === version ? answer.effect : null;
}
