import { useEffect, useRef, useState } from "react";

/** Seconds of the day that pass in one second. */
export const SPEEDS = [30, 120, 600] as const;
export type Speed = (typeof SPEEDS)[number];

/** So often the picture changes. */
const DRAW_MS = 66;

export interface ReplayClock {
  atSec: number;
  isPlaying: boolean;
  speed: Speed;
  seek: (atSec: number) => void;
  /** From the start when the end was reached. */
  toggle: () => void;
  setSpeed: (speed: Speed) => void;
}

/** The clock of a replay: it runs while it plays, and stops at the end. */
export function useReplayClock({ fromSec, toSec }: { fromSec: number; toSec: number }): ReplayClock {
  const [atSec, setAtSec] = useState(fromSec);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(120);
  const at = useRef(fromSec);
  const seek = (sec: number) => {
    at.current = Math.min(toSec, Math.max(fromSec, sec));
    setAtSec(at.current);
  };
  useEffect(() => {
    if (!isPlaying) return;
    let last = performance.now();
    let drawn = last;
    let frame = requestAnimationFrame(function step(now) {
      at.current = Math.min(toSec, at.current + ((now - last) / 1000) * speed);
      last = now;
      const isOver = at.current >= toSec;
      if (isOver || now - drawn >= DRAW_MS) {
        drawn = now;
        setAtSec(at.current);
      }
      if (isOver) setPlaying(false);
      else frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed, toSec]);
  return {
    atSec,
    isPlaying,
    speed,
    seek,
    toggle: () => {
      if (!isPlaying && at.current >= toSec) seek(fromSec);
      setPlaying(!isPlaying);
    },
    setSpeed,
  };
}
