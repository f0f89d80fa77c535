import { useEffect, useState } from "react";
import type { Place } from "~/domain/place";
import { Button } from "~/ui/button";
import { AddressFault, askAddressAt } from "./ask-addresses";
import styles from "./address.module.css";

interface AddressThereProps {
  /** that somebody set on the map */
  place: Place;
  /** what the form's address says now */
  current: string;
  onUse: (address: string) => void;
}

/** The address at a place of the map, as a proposal. */
export function AddressThere({ place: { lat, lng }, current, onUse }: AddressThereProps) {
  const [found, setFound] = useState<{ text: string; fault: boolean } | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    setFound(null);
    askAddressAt({ lat, lng }, asking.signal).then(
      (text) => setFound({ text, fault: false }),
      (error: unknown) => {
        if (asking.signal.aborted) return;
        if (!(error instanceof AddressFault)) throw error;
        setFound({ text: error.message, fault: true });
      },
    );
    return () => asking.abort();
  }, [lat, lng]);
  if (found === null || found.text === "" || found.text === current) return null;
  if (found.fault)
    return (
      <p className={styles.fault} role="status">
        {found.text}
      </p>
    );
  return (
    <div className={styles.there} role="status">
      <span>
        Address there: <strong>{found.text}</strong>
      </span>
      <Button onClick={() => onUse(found.text)}>Use this address</Button>
    </div>
  );
}
