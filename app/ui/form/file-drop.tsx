import { useRef, useState, type DragEvent } from "react";
import { Icon, type IconName } from "~/ui/icons";
import { setInputValue } from "~/lib/input-value";
import styles from "./file-drop.module.css";

interface FileDropProps {
  name: string;
  accept: string;
  multiple?: boolean;
  required?: boolean;
  icon?: IconName;
  /** "Choose an Excel file, or drop it here" */
  title: string;
  hint: string;
  /** The first thing that is wrong with a file, or null. */
  faultOf: (file: File) => string | null;
  /** Files without a fault, as they were chosen or dropped. */
  onFiles?: (files: File[]) => void;
  /** The field doesn't keep the chosen files: the caller sends them. */
  passOn?: boolean;
}

/** The browser's own file field as a place to drop files on. A wrong file is refused before it is sent. */
export function FileDrop({
  name,
  accept,
  multiple = false,
  required,
  icon = "upload",
  title,
  hint,
  faultOf,
  onFiles,
  passOn = false,
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File[]>([]);
  const [faults, setFaults] = useState<string[]>([]);
  const [over, setOver] = useState(false);

  const take = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])];
    const wrong = files.flatMap((file) => faultOf(file) ?? []);
    const good = files.filter((file) => faultOf(file) === null);
    setFaults(wrong);
    setChosen(passOn ? [] : good);
    onFiles?.(good);
    if (input.current && (passOn || wrong.length > 0)) setInputValue(input.current, "");
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const { files } = event.dataTransfer;
    if (!input.current || files.length === 0) return;
    if (!passOn && (multiple || files.length === 1)) input.current.files = files;
    take(files);
  };
  const total = chosen.reduce((sum, file) => sum + file.size, 0);
  return (
    <div>
      <label
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name={icon} size={24} />
        <span className={styles.text}>{chosen.length > 0 ? chosen.map((file) => file.name).join(", ") : title}</span>
        <span className={styles.hint}>{chosen.length > 0 ? `${Math.max(1, Math.round(total / 1000))} kB` : hint}</span>
        <input
          ref={input}
          type="file"
          name={name}
          accept={accept}
          multiple={multiple}
          required={required}
          className={styles.input}
          aria-invalid={faults.length > 0 || undefined}
          aria-describedby={faults.length > 0 ? `${name}-file-fault` : undefined}
          onChange={(event) => take(event.currentTarget.files)}
        />
      </label>
      {faults.length > 0 && (
        <div id={`${name}-file-fault`} role="alert" className={styles.fault}>
          {faults.map((fault, index) => (
            <p key={index}>{fault}</p>
          ))}
        </div>
      )}
    </div>
  );
}
