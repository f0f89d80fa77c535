import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Notifications } from "@mantine/notifications";
import { onTopLayer, topLayer } from "~/ui/dialog/modal-stack";
import styles from "./feedback.module.css";

/**
 * Where messages appear. The region moves into the top dialog while one is open: outside of it, messages would be
 * hidden behind the dialog and out of reach.
 */
export function ToastRegion() {
  const [region, setRegion] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const element = document.createElement("div");
    element.dataset.toasts = "";
    element.className = styles.toasts!;
    const place = () => topLayer().append(element);
    place();
    setRegion(element);
    const stop = onTopLayer(place);
    return () => {
      stop();
      element.remove();
    };
  }, []);
  return region === null
    ? null
    : createPortal(
        <Notifications position="bottom-right" limit={4} containerWidth={360} zIndex={1000} withinPortal={false} />,
        region,
      );
}
