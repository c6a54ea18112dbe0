import { useState } from "react";
import { checkLogoFile } from "./checkLogoFile.ts";

interface ChosenLogo {
  readonly file: File | null;
  /** The image as a `data:` URL; null until the file has been read, or if it cannot be read. */
  readonly url: string | null;
  readonly error: string | null;
}

const NOTHING: ChosenLogo = { file: null, url: null, error: null };

/**
 * Returns the selected logo file with its validation error and preview. `limit` is in megabytes.
 */
export function useChosenLogo(limit: number) {
  const [chosen, setChosen] = useState(NOTHING);
  const choose = (file: File | null) => {
    const error = checkLogoFile(file, limit);
    setChosen({ file: error === null ? file : null, url: null, error });
    if (error === null && file) {
      void readDataUrl(file).then((url) =>
        setChosen((current) => (current.file === file ? { ...current, url } : current)),
      );
    }
  };
  return {
    ...chosen,
    choose,
    clear: () => setChosen(NOTHING),
    refuse: (error: string) => setChosen((current) => ({ ...current, error })),
  };
}

/**
 * Reads a file as a `data:` URL. Returns null if the browser cannot read the file, because the
 * upload will report the error.
 */
function readDataUrl(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () =>
      resolve(typeof reader.result === "string" ? reader.result : null),
    );
    reader.addEventListener("error", () => resolve(null));
    reader.readAsDataURL(file);
  });
}
