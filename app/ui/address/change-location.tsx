import { CHANGE_LOCATION } from "~/domain/validation/text";
import { Button } from "~/ui/button";
import styles from "./address.module.css";

interface ChangeLocationProps {
  /** the address of the new place, where it is known */
  to?: string;
  onKeep: () => void;
  onChange: () => void;
}

/** The specified question before a place that is set moves elsewhere. */
export function ChangeLocation({ to = "", onKeep, onChange }: ChangeLocationProps) {
  return (
    <div className={styles.ask} role="alertdialog" aria-label="Change the location">
      <span>
        {CHANGE_LOCATION}
        {to !== "" && <span className={styles.askTo}>{to}</span>}
      </span>
      <span className={styles.askButtons}>
        <Button kind="quiet" onClick={onKeep}>
          Keep the old one
        </Button>
        <Button kind="primary" onClick={onChange}>
          Change
        </Button>
      </span>
    </div>
  );
}
