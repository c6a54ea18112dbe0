import { Tabs as RadixTabs } from "radix-ui";
import type { ReactNode } from "react";

interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

interface TabsProps {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab[];
  /** The selected tab. */
  value: string;
  onValueChange: (value: string) => void;
}

/** A tab list and the content of the selected tab. */
export function Tabs({ label, tabs, value, onValueChange }: TabsProps) {
  return (
    <RadixTabs.Root value={value} onValueChange={onValueChange}>
      <RadixTabs.List
        aria-label={label}
        className="flex overflow-x-auto border-b border-line sm:gap-1"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className={
              "h-10 border-b-2 border-transparent px-2 text-sm font-medium whitespace-nowrap text-muted transition-colors " +
              "hover:text-ink focus-visible:-outline-offset-2 sm:px-3 data-[state=active]:border-primary-text data-[state=active]:text-ink"
            }
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
