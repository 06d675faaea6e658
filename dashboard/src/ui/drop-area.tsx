/** A place to drop files on, which is also the button that chooses them. */
import { type DragEvent, type ReactNode, useState } from "react";

type DropAreaProps = {
  /** Never empty. */
  onFiles: (files: File[]) => void;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  className: string;
  children: ReactNode;
};

export function DropArea({ onFiles, accept, multiple = false, disabled = false, className, children }: DropAreaProps) {
  const [over, setOver] = useState(false);
  const take = (list: FileList | null) => {
    if (list && list.length > 0 && !disabled) onFiles([...list]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex cursor-pointer items-center rounded-xl border-2 border-dashed px-4 text-center focus-within:border-accent hover:border-accent ${over ? "border-accent bg-accent-soft" : "border-line-strong/50"} ${className}`}
    >
      {children}
      <input
        type="file"
        multiple={multiple}
        className="sr-only"
        accept={accept}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = "";
        }}
      />
    </label>
  );
}
