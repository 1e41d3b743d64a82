"""A client of the Python SDK, driven by a test: `ask` talks to a box, `oauth` signs in for a write."""

import asyncio
import json
import sys

import httpx2
import mcp_types as types
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata


def say(**message):
    print(json.dumps(message), flush=True)


async def heard():
    return json.loads(await asyncio.to_thread(sys.stdin.readline))


async def ask(url, key, mode, box_id, session_id):
    async def allow(_context, params):
        say(asked=params.message)
        return types.ElicitResult(action="accept", content={"answer": "allow"})

    async def progress(done, _total, message):
        say(progress=done, message=message)

    async with httpx2.AsyncClient(headers={"x-api-key": key}, timeout=60) as http:
        transport = streamable_http_client(url, http_client=http)
        async with Client(transport, mode=mode, elicitation_callback=allow) as client:
            for content in ("wait 1000", "confirm Shall I?"):
                arguments = {"boxId": box_id, "sessionId": session_id, "content": content}
                name = "svc_box_post_session_message"
                result = await client.call_tool(name, arguments, progress_callback=progress)
                say(reply=result.structured_content)


class Memory:
    def __init__(self):
        self.tokens = None
        self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


async def oauth(url, mode, redirect):
    async def leave(to):
        say(open=to)

    async def come_back():
        return AuthorizationCodeResult(**await heard())

    metadata = OAuthClientMetadata(
        client_name=f"Agent of Python ({mode})",
        redirect_uris=[redirect],
        token_endpoint_auth_method="none",
        grant_types=["authorization_code", "refresh_token"],
        response_types=["code"],
    )
    auth = OAuthClientProvider(
        url, metadata, Memory(), redirect_handler=leave, callback_handler=come_back
    )
    async with httpx2.AsyncClient(auth=auth, timeout=60) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            read = await client.call_tool("svc_arena_list_rooms", {})
            say(read=not read.is_error)
            written = await client.call_tool("svc_arena_create_room", {"topic": f"Python {mode}"})
            say(written=written.structured_content)


asyncio.run({"ask": ask, "oauth": oauth}[sys.argv[1]](*sys.argv[2:]))
