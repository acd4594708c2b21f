import { Fragment, useEffect, useRef, useState } from 'react';
import { Pencil, Trash2 } from 'lucide-react';
import { cx } from '../../lib/cx';
import { hasDraft } from '../../lib/drafts';
import { formatDay, formatFull, formatMoment } from '../../lib/dates/format';
import { useNow } from '../../lib/useNow';
import { commentsTexts } from '../../texts/comments';
import { Avatar } from '../../ui/Avatar';
import { FoldableText } from '../../ui/FoldableText';
import { IconButton } from '../../ui/IconButton';
import { showPicture } from '../tasks/parts/InlinePicture';
import { Markdown } from '../../ui/Markdown';
import { Time } from '../../ui/Time';
import { withKeyLinks } from '../tasks/parts/keyLinks';
import { CommentEditor } from './CommentEditor';
import { editDraftKey } from './commentText';
import { splitMentions } from './mentions';
import type { Comment, Member } from './useComments';

interface CommentItemProps {
  comment: Comment;
  members: readonly Member[];
  onDelete: () => void;
  /** Called with the unsaved text if the comment is deleted during an edit. */
  onLost: (text: string) => void;
}

/** Shows a comment's text with highlighted mentions of these people, and with task keys as links. */
const withMentions = (usernames: ReadonlySet<string>, projectId: string) => (words: string, isInLink: boolean) =>
  splitMentions(words, usernames).map(({ text, isMention, at }) =>
    isMention ? (
      <span key={at} className="font-medium text-accent-ink">
        {text}
      </span>
    ) : (
      <Fragment key={at}>{withKeyLinks(projectId)(text, isInLink)}</Fragment>
    ),
  );

/** A comment, which its author can edit. */
export const CommentItem = ({ comment, members, onDelete, onLost }: CommentItemProps) => {
  const { author, text, copiedFrom, importedFrom, createdAt, updatedAt, version, viewerCanEdit, viewerCanDelete } =
    comment;
  const [editing, setEditing] = useState(() => viewerCanEdit && hasDraft(editDraftKey(comment.id)));
  const edit = useRef<HTMLButtonElement>(null);
  const row = useRef<HTMLLIElement>(null);
  // Authors see their new comment.
  const isSaying = version === 0;
  useEffect(() => {
    if (isSaying) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSaying]);
  // The copy of an imported comment shows the original author.
  const source = importedFrom ?? copiedFrom;
  const now = useNow();
  const usernames = new Set(members.map(({ username }) => username.toLowerCase()));
  const stopEditing = (): void => {
    const { activeElement: focused } = document;
    // A slow answer may arrive when the person is already typing elsewhere.
    const isHere = row.current?.contains(focused) || focused?.contains(row.current);
    // The list has the focus while the editor is removed. Otherwise the panel would take it, a frame later.
    if (isHere) row.current?.parentElement?.focus({ preventScroll: true });
    setEditing(false);
    // The focus returns to the button that had it before.
    if (isHere) setTimeout(() => edit.current?.focus());
  };

  return (
    <li ref={row} className="group/comment grid scroll-mb-24 grid-cols-[24px_minmax(0,1fr)] gap-x-3 py-2">
      <Avatar user={author} size={24} decorative />
      <article className={cx('min-w-0', isSaying && 'opacity-60')} aria-label={commentsTexts.commentOf(author.name)}>
        <header className="flex min-h-6 items-center gap-2">
          <b dir="auto" className="min-w-0 truncate font-semibold">
            {author.name}
          </b>
          <Time at={createdAt} className="flex-none text-xs text-ink-3">
            {formatMoment(createdAt, now)}
          </Time>
          {source && (
            <span className="min-w-0 truncate text-xs text-ink-3" title={formatFull(source.at)}>
              {(importedFrom ? commentsTexts.importedFrom : commentsTexts.copiedFrom)(
                source.name,
                formatDay(source.at),
              )}
            </span>
          )}
          {updatedAt > createdAt && (
            <span className="flex-none text-xs text-ink-3" title={commentsTexts.editedAt(formatFull(updatedAt))}>
              {commentsTexts.edited}
            </span>
          )}
          {!editing && (
            <span className="ms-auto flex flex-none gap-1 opacity-0 group-focus-within/comment:opacity-100 group-hover/comment:opacity-100 pointer-coarse:opacity-100">
              {viewerCanEdit && (
                <IconButton ref={edit} label={commentsTexts.edit.label} size="sm" onClick={() => setEditing(true)}>
                  <Pencil />
                </IconButton>
              )}
              {viewerCanDelete && (
                <IconButton label={commentsTexts.delete.label} size="sm" onClick={onDelete}>
                  <Trash2 />
                </IconButton>
              )}
            </span>
          )}
        </header>
        {editing ? (
          <CommentEditor
            comment={comment}
            members={members}
            onDone={stopEditing}
            onReopen={() => setEditing(true)}
            onLost={onLost}
          />
        ) : (
          <FoldableText text={text}>
            <Markdown text={text} words={withMentions(usernames, comment.projectId)} picture={showPicture} />
          </FoldableText>
        )}
      </article>
    </li>
  );
};
