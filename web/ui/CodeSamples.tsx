import { useState } from "react";
import { CopyButton } from "./CopyButton.tsx";
import { Tabs } from "./Tabs.tsx";

interface CodeSample {
  language: string;
  code: string;
}

/** The same program in several languages, in tabs, with a button that copies it. */
export function CodeSamples({ samples }: { samples: readonly CodeSample[] }) {
  const [language, setLanguage] = useState(samples[0]?.language ?? "");
  return (
    <Tabs
      label="Language"
      value={language}
      onValueChange={setLanguage}
      tabs={samples.map((sample) => ({
        value: sample.language,
        label: sample.language,
        content: <Sample {...sample} />,
      }))}
    />
  );
}

function Sample({ language, code }: CodeSample) {
  return (
    <div className="relative rounded-lg border bg-sunken">
      <pre
        aria-label={`Program in ${language}`}
        className="p-3 pr-12 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        <code>{code}</code>
      </pre>
      <span className="absolute top-1 right-1 bg-sunken">
        <CopyButton text={code} label="Copy program" />
      </span>
    </div>
  );
}
