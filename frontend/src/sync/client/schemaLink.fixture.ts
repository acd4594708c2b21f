import { ApolloLink } from '@apollo/client';
import { buildSchema, graphql, print } from 'graphql';
import { from } from 'rxjs';
import schemaText from '../../../../schema.graphql?raw';

const schema = buildSchema(schemaText);

/** A link to a server with the schema of the real one, and with these answers. */
export const schemaLink = (rootValue: object): ApolloLink =>
  new ApolloLink(({ query, variables, operationName }) => {
    const answer = graphql({ schema, source: print(query), rootValue, variableValues: variables, operationName });
    return from(answer.then((result): ApolloLink.Result => JSON.parse(JSON.stringify(result))));
  });
