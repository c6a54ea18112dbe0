import type { ComponentType, ReactNode, RefObject } from "react";
import { useRef } from "react";
import type { ModeratedPost } from "#contract/moderation.ts";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import type { PagedTableProps } from "#web/ui/PagedTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import type { Blockable } from "./BlockDialog.tsx";
import { BlockDialog } from "./BlockDialog.tsx";

export interface PostRowProps<Post> {
  post: Post;
  /** Gets the focus after a decision about the post, because the post's row is removed. */
  focusAfterwards: RefObject<HTMLElement | null>;
  onDelete: () => void;
  onBlock: (account: Blockable) => void;
}

export interface DeletionProps {
  isOpen: boolean;
  onClose: () => void;
  post: ModeratedPost;
  /** Gets the focus after the deletion, because the post's row is removed. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

interface ModeratedPostsProps<Post> extends Pick<
  PagedTableProps<Post>,
  "columns" | "loadingLabel" | "skeletonRows" | "errorMessage" | "empty"
> {
  id: string;
  title: string;
  list: Omit<PagedTableProps<Post>["list"], "isPlaceholderData">;
  /** Buttons at the right of the heading. */
  actions?: ReactNode;
  Row: ComponentType<PostRowProps<Post>>;
  /** Asks for confirmation, then deletes a post. */
  DeletionDialog: ComponentType<DeletionProps>;
}

/** A list of posts on the moderation page, with the dialogs that its rows open. */
export function ModeratedPosts<Post extends ModeratedPost>({
  id,
  title,
  list,
  actions,
  Row,
  DeletionDialog,
  ...table
}: ModeratedPostsProps<Post>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const deletion = useDialogState<Post>();
  const block = useDialogState<Blockable>();
  return (
    <ScreenSection id={id} title={title} headingRef={heading} actions={actions}>
      <PagedTable
        {...table}
        list={{ ...list, isPlaceholderData: false }}
        listKey=""
        label={title}
        tableFrom="2xl"
        renderRow={(post) => (
          <Row
            key={`${String(post.feedbackId)} ${String(post.commentId)}`}
            post={post}
            focusAfterwards={heading}
            onDelete={() => deletion.open(post)}
            onBlock={block.open}
          />
        )}
      />
      {deletion.subject ? (
        <DeletionDialog
          key={`deletion ${String(deletion.turn)}`}
          isOpen={deletion.isOpen}
          onClose={deletion.close}
          post={deletion.subject}
          focusAfterwards={heading}
        />
      ) : null}
      {block.subject ? (
        <BlockDialog
          key={`block ${String(block.turn)}`}
          isOpen={block.isOpen}
          onClose={block.close}
          account={block.subject}
          focusAfterwards={heading}
        />
      ) : null}
    </ScreenSection>
  );
}
