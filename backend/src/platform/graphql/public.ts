import type { GraphQLField } from 'graphql';
import { Extensions } from 'type-graphql';

/** Opens a root field, and its REST rows, to requests without a sign-in. All others are refused. */
export const Public = (): MethodDecorator & PropertyDecorator => Extensions({ public: true });

export const isPublic = ({ extensions }: GraphQLField<unknown, unknown>): boolean => extensions['public'] === true;
