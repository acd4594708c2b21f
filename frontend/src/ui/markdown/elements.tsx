// Converts the tree of a Markdown text to React elements. Nothing in it is parsed as HTML.
import { Fragment, type ReactNode } from 'react';
import type { Definition, Nodes, Parents, Root, Table } from 'mdast';
import { markdownTexts } from '../../texts/markdown';
import { Checkbox } from '../Checkbox';
import { LinkedText } from '../LinkedText';
import { SafeLink, safeHref } from '../SafeLink';

export interface ElementOptions {
  /** Renders plain text, which can contain mentions and keys of tasks. */
  words?: ((text: string, isInLink: boolean) => ReactNode) | undefined;
  /** Called with the whole text after a checkbox of a task list was toggled. Without it, checkboxes are read-only. */
  onTick?: ((text: string) => void) | undefined;
  /** The level of the heading above the text, below which the text's headings begin; by default they keep their levels. */
  level?: number;
  /** Renders a picture; null if it is not shown, so that it becomes a link. */
  picture?: (address: string, words: string) => ReactNode;
  /** Returns the target of a link; null if it must not be followed. */
  hrefOf?: (address: string) => string | null;
}

/** Deeper than people write; anything nested deeper is shown as typed. */
const DEPTH_MAX = 40;

const H = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** Converts a tree to elements. */
export const elementsOf = (root: Root, source: string, options: ElementOptions = {}): ReactNode => {
  const { words = (text) => text, onTick, level = 3, hrefOf = safeHref, picture = () => null } = options;
  const definitions = new Map<string, Definition>();
  let highest = level === 0 ? 1 : 6;
  let depth = 0;
  let isInLink = false;

  const startOf = (node: Nodes): number => node.position?.start.offset ?? 0;
  const typed = (node: Nodes): string => source.slice(startOf(node), node.position?.end.offset);

  const all = (nodes: readonly Nodes[]): ReactNode[] =>
    nodes.map((node) => <Fragment key={startOf(node)}>{one(node)}</Fragment>);

  const inside = ({ children }: Parents): ReactNode => all(children);

  const link = (node: Nodes, address: string, shown: () => ReactNode): ReactNode => {
    const href = hrefOf(address);
    if (isInLink) return shown();
    if (href === null) return typed(node);
    isInLink = true;
    const children = shown();
    isInLink = false;
    return <SafeLink href={href}>{children}</SafeLink>;
  };

  const image = (node: Nodes, { url, alt }: { url: string; alt?: string | null | undefined }): ReactNode =>
    picture(url, alt ?? '') ?? link(node, url, () => alt || url);

  /** The checkbox before the text of a task list item. */
  const box = (item: Nodes & { type: 'listItem' }): ReactNode => {
    const [first] = item.children;
    // A paragraph that begins with a mark, such as a link, includes the box; its first child never does.
    const start = startOf((first?.type === 'paragraph' && first.children[0]) || item);
    const at = source.lastIndexOf('[', start - 1) + 1;
    const isTicked = item.checked === true;
    const name = source.slice(start, first?.position?.end.offset).split('\n', 1)[0] || markdownTexts.box;
    return (
      <Checkbox
        aria-label={name}
        checked={isTicked}
        disabled={!onTick || at <= startOf(item)}
        onChange={() => onTick?.(`${source.slice(0, at)}${isTicked ? ' ' : 'x'}${source.slice(at + 1)}`)}
      />
    );
  };

  const item = (node: Nodes & { type: 'listItem' }, isLoose: boolean): ReactNode => {
    const isTask = typeof node.checked === 'boolean';
    return (
      <li key={startOf(node)} dir="auto">
        {node.children.map((child, at) => {
          const before = at === 0 && isTask && box(node);
          const shown = child.type === 'paragraph' ? inside(child) : one(child);
          const Block = isLoose && child.type === 'paragraph' ? 'p' : Fragment;
          return (
            <Block key={startOf(child)}>
              {before}
              {shown}
            </Block>
          );
        })}
      </li>
    );
  };

  const table = ({ children: [head, ...rows], align }: Table): ReactNode => {
    const cells = (row: Table['children'][number], Cell: 'td' | 'th'): ReactNode => (
      <tr key={startOf(row)}>
        {row.children.slice(0, align?.length).map((cell, at) => (
          <Cell key={startOf(cell)} dir="auto" align={align?.[at] ?? undefined}>
            {inside(cell)}
          </Cell>
        ))}
      </tr>
    );
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable, so that keys can scroll it sideways
      <div role="region" aria-label={markdownTexts.table} tabIndex={0} className="overflow-x-auto">
        <table>
          <thead>{head && cells(head, 'th')}</thead>
          {rows.length > 0 && <tbody>{rows.map((row) => cells(row, 'td'))}</tbody>}
        </table>
      </div>
    );
  };

  const element = (node: Nodes): ReactNode => {
    switch (node.type) {
      case 'text':
        return words(node.value, isInLink);
      case 'paragraph':
        return <p dir="auto">{inside(node)}</p>;
      case 'heading': {
        const Heading = H[Math.min(level + node.depth - highest, H.length - 1)] ?? 'h6';
        return <Heading dir="auto">{inside(node)}</Heading>;
      }
      case 'emphasis':
        return <em>{inside(node)}</em>;
      case 'strong':
        return <strong>{inside(node)}</strong>;
      case 'delete':
        return <del>{inside(node)}</del>;
      case 'inlineCode':
        return <code>{node.value.replaceAll('\n', ' ')}</code>;
      case 'code':
        return (
          <pre>
            <code>{node.value}</code>
          </pre>
        );
      case 'blockquote':
        return <blockquote>{inside(node)}</blockquote>;
      case 'thematicBreak':
        return <hr />;
      case 'break':
        return <br />;
      case 'list': {
        const isLoose = (node.spread ?? false) || node.children.some(({ spread }) => spread);
        const items = node.children.map((child) => item(child, isLoose));
        return node.ordered ? (
          <ol start={node.start === 1 ? undefined : (node.start ?? 1)}>{items}</ol>
        ) : (
          <ul>{items}</ul>
        );
      }
      case 'table':
        return table(node);
      case 'link': {
        const isBare = typed(node) === (node.children[0] as { value?: string } | undefined)?.value;
        // `linkify` decides where a bare address ends, and whether it is safe.
        if (isBare && !isInLink && /^https?:/iu.test(typed(node))) return <LinkedText text={typed(node)} />;
        return link(node, node.url, () => inside(node));
      }
      case 'linkReference': {
        const definition = definitions.get(node.identifier);
        return definition ? link(node, definition.url, () => inside(node)) : typed(node);
      }
      case 'image':
        return image(node, node);
      case 'imageReference': {
        const definition = definitions.get(node.identifier);
        return definition ? image(node, { url: definition.url, alt: node.alt }) : typed(node);
      }
      case 'definition':
        return null;
      // Unsupported elements are shown as typed.
      case 'root':
      case 'listItem':
      case 'tableRow':
      case 'tableCell':
      case 'html':
      case 'yaml':
      case 'footnoteDefinition':
      case 'footnoteReference':
        return typed(node);
    }
  };

  const one = (node: Nodes): ReactNode => {
    if (depth >= DEPTH_MAX) return typed(node);
    depth += 1;
    const shown = element(node);
    depth -= 1;
    return shown;
  };

  const note = (node: Nodes): void => {
    if (node.type === 'heading') highest = Math.min(highest, node.depth);
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
    else if (node.type === 'blockquote' || node.type === 'list' || node.type === 'listItem' || node.type === 'root')
      node.children.forEach(note);
  };
  note(root);
  return all(root.children);
};
