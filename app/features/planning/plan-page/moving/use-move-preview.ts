import { useEffect, useRef, useState } from "react";
import { BASE_PATH, paths } from "~/paths";
import type { MoveEffect } from "~/domain/visit/move-effect";
import type { Move } from "./moves";

/** The pointer passes many places on its way; only a place where it rests is asked about. */
const REST_MS = 60;

/**
 * The effect of a move, asked from the server once the move has stayed the same for a moment. Answers about places that
 * the pointer has left are ignored; a place that was asked about before answers at once.
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
    const earlier = effects.get(key);
    if (earlier !== undefined) {
      setAnswer({ key, version, effect: earlier });
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      fetch(url, { signal: stop.signal, headers: { Accept: "application/json" } })
        .then(async (response) => {
          if (!response.ok) throw new Error(`The preview answered ${response.status}`);
          const effect = (await response.json()) as MoveEffect;
          effects.set(key, effect);
          setAnswer({ key, version, effect });
        })
        .catch(() => {
          if (!stop.signal.aborted) setAnswer({ key, version, effect: "failed" });
        });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, url, version]);
  return answer !== null && answer.key === key && answer.version === version ? answer.effect : null;
}
