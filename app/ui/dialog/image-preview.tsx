import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { Icon, type IconName } from "~/ui/icons";
import { useBrowserLayoutEffect } from "~/ui/use-mounted";
import { openModal } from "./modal-stack";
import styles from "./image-preview.module.css";

export interface PreviewImage {
  id: number;
  src: string;
  /** address that gives the file to save */
  saveHref: string;
  /** "Photo, 23 Nov 14:05" */
  caption: string;
}

interface ImagePreviewProps {
  /** What the pictures belong to. */
  title: string;
  images: readonly PreviewImage[];
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
  /** Further buttons about the picture that is shown: remove. */
  tools?: ReactNode;
}

/** A finger has to move so far sideways to turn over. */
const SWIPE_PX = 48;

/**
 * Pictures one at a time over the whole screen: arrow keys, buttons or a swipe turn over, Z or a click zooms, Esc
 * closes.
 */
export function ImagePreview({ title, images, index, onIndex, onClose, tools }: ImagePreviewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [zoomed, setZoomed] = useState(false);
  const titleId = useId();
  const image = images[Math.min(index, images.length - 1)];

  useBrowserLayoutEffect(() => {
    const before = document.activeElement;
    const close = dialog.current === null ? () => undefined : openModal(dialog.current);
    dialog.current?.focus();
    return () => {
      close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  // The neighbours are loaded before the user turns to them.
  useEffect(() => {
    for (const one of [images[index - 1], images[index + 1]]) if (one) new Image().src = one.src;
  }, [images, index]);

  const show = (next: number) => {
    if (next < 0 || next >= images.length || next === index) return;
    setZoomed(false);
    onIndex(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const run = {
      ArrowLeft: () => show(index - 1),
      ArrowRight: () => show(index + 1),
      Home: () => show(0),
      End: () => show(images.length - 1),
      z: () => setZoomed(!zoomed),
      Z: () => setZoomed(!zoomed),
      Escape: onClose,
    }[event.key];
    // An enlarged picture is scrolled by the arrows.
    if (run === undefined || (zoomed && event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const swipe = useSwipe((by) => show(index + by), zoomed);

  if (image === undefined) return null;
  return (
    <dialog
      ref={dialog}
      className={styles.preview}
      tabIndex={-1}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.bar}>
        <h2 id={titleId} className={`${styles.title} cut`} title={title}>
          {title}
        </h2>
        <span className={`${styles.count} num`} role="status">
          {index + 1} of {images.length}
          <span className="visually-hidden">: {image.caption}</span>
        </span>
        <PreviewTool
          icon={zoomed ? "fit" : "plus"}
          label={zoomed ? "Fit to the screen (Z)" : "Full size (Z)"}
          onClick={() => setZoomed(!zoomed)}
        />
        <a
          className={styles.tool}
          href={image.saveHref}
          download
          aria-label="Save the picture"
          title="Save the picture"
        >
          <Icon name="download" size={20} />
        </a>
        {tools}
        <PreviewTool icon="close" label="Close (Esc)" onClick={onClose} />
      </header>
      <div className={styles.stage} {...swipe}>
        <PreviewTool icon="chevron-left" label="Previous (←)" onClick={() => show(index - 1)} disabled={index === 0} />
        <Picture key={image.id} image={image} zoomed={zoomed} onZoom={() => setZoomed(!zoomed)} />
        <PreviewTool
          icon="chevron-right"
          label="Next (→)"
          onClick={() => show(index + 1)}
          disabled={index === images.length - 1}
        />
      </div>
      <p className={styles.caption}>{image.caption}</p>
    </dialog>
  );
}

/** A button of the preview's bar; the page's own go into `tools`. */
export function PreviewTool({
  icon,
  label,
  disabled = false,
  onClick,
}: {
  icon: IconName;
  label: string;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name={icon} size={20} />
    </button>
  );
}

function Picture({ image, zoomed, onZoom }: { image: PreviewImage; zoomed: boolean; onZoom: () => void }) {
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const [attempt, setAttempt] = useState(0);
  return (
    <div className={styles.frame} data-zoomed={zoomed || undefined} tabIndex={zoomed ? 0 : undefined}>
      {state === "loading" && (
        <p className={styles.note} role="status">
          Loading…
        </p>
      )}
      {state === "failed" ? (
        <div className={styles.note} role="alert">
          <p>The picture could not be loaded.</p>
          <button
            type="button"
            className={styles.retry}
            onClick={() => {
              setState("loading");
              setAttempt(attempt + 1);
            }}
          >
            Try again
          </button>
        </div>
      ) : (
        <img
          key={attempt}
          src={image.src}
          alt={image.caption}
          draggable={false}
          className={styles.image}
          data-shown={state === "shown" || undefined}
          onLoad={() => setState("shown")}
          onError={() => setState("failed")}
          onClick={onZoom}
        />
      )}
    </div>
  );
}

/** Sideways moves of a finger or pen; a mouse has the buttons. */
function useSwipe(turn: (by: 1 | -1) => void, off: boolean) {
  const from = useRef<{ x: number; y: number } | null>(null);
  if (off) return {};
  return {
    onPointerDown: (event: PointerEvent) => {
      from.current = event.pointerType === "mouse" || !event.isPrimary ? null : { x: event.clientX, y: event.clientY };
    },
    onPointerUp: (event: PointerEvent) => {
      const start = from.current;
      from.current = null;
      if (start === null) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (Math.abs(dx) >= SWIPE_PX && Math.abs(dx) > Math.abs(dy)) turn(dx < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      from.current = null;
    },
  };
}
