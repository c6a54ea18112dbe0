import { useState } from "react";
import { checkLogoFile } from "./checkLogoFile.ts";

interface ChosenLogo {
  readonly file: File | null;
  /** The picture as a `data:` address, once it has been read. */
  readonly url: string | null;
  readonly error: string | null;
}

const NOTHING: ChosenLogo = { file: null, url: null, error: null };

/** The file that is to become the logo, checked, with its picture. `limit` is in megabytes. */
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

/** null for what the browser cannot read: the upload will say more. */
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
