# The app as one image, about 170 MB above Node.js. With DATABASE_URL it uses that PostgreSQL; without, it runs its own in
# the volume /data:
#
#   docker build -t cairn .
#   docker run -p 127.0.0.1:4000:4000 -v cairn:/data cairn
#
# docker-compose.yml runs it beside a PostgreSQL of its own.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-slim AS modules
WORKDIR /app
COPY package.json package-lock.json ./
# The install scripts must run: they link the embedded PostgreSQL's libraries. Node.js itself comes with the image; the
# one in the lock file is for machines that have none. Optional dependencies stay: one is the library that reads pictures.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
WORKDIR /app
COPY package.json ./
COPY --from=modules /app/node_modules ./node_modules
COPY --from=build /app/dist/backend ./dist/backend
COPY --from=build /app/dist/frontend ./dist/frontend
# The guide for programs, which the app shows.
COPY docs ./docs
# A new volume takes over the owner and the mode of the folder it is mounted on.
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Started directly, so that SIGTERM reaches it: it ends within 10 seconds, having answered what was asked.
CMD ["node", "--enable-source-maps", "dist/backend/src/main.js"]
