import { useEffect } from 'react';
import { useQuery } from '@apollo/client/react';
import { useMatch } from 'react-router-dom';
import { LIMITS } from '@contract/limits';
import { projectColor } from '../../../lib/projectColor';
import { ProjectsDocument } from '../Projects.generated';
import { type ColoredTagsFragment, TagColorsDocument } from './Tags.generated';

/** The projects whose tasks can be on the page: all loaded ones, and the page's own. */
function useProjectIds(): string[] {
  const { data: active } = useQuery(ProjectsDocument, { fetchPolicy: 'cache-only' });
  const { data: archived } = useQuery(ProjectsDocument, { variables: { archived: true }, fetchPolicy: 'cache-only' });
  const match = useMatch('/projects/:id/*');
  // Waits for the list, so that one request covers all projects.
  if (!active) return [];
  const listed = [active, archived].flatMap((read) => read?.projects.nodes.map(({ id }) => id) ?? []);
  const ofPage = match?.params.id;
  return [...new Set([...(ofPage ? [ofPage] : []), ...listed])].slice(0, LIMITS.pageMax).toSorted();
}

/** Styles a dot before each tag with this name in this project. People type the names, so they are escaped. */
const toRule = (projectId: string, name: string, color: string): string =>
  `[data-project="${CSS.escape(projectId)}"] .tag[title="${CSS.escape(name)}"]::before{content:"";flex:none;` +
  `width:7px;height:7px;border-radius:50%;background:${projectColor(color)};print-color-adjust:exact}`;

const toRules = ({ id, tags }: ColoredTagsFragment): string[] =>
  tags.flatMap(({ name, color }) => (color === null ? [] : [toRule(id, name, color)]));

/** Colors tags by a style sheet, so that cards and rows do not need the colors. Renders nothing. */
export const TagColors = () => {
  const ids = useProjectIds();
  const { data, previousData } = useQuery(TagColorsDocument, { variables: { ids }, skip: ids.length === 0 });
  const nodes = (data ?? previousData)?.nodes;
  useEffect(() => {
    const rules = (nodes ?? []).flatMap((node) => (node?.__typename === 'Project' ? toRules(node) : []));
    if (rules.length === 0) return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules.join('\n'));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [nodes]);
  return null;
};
