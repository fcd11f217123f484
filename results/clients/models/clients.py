"""Three models that share a GPU, as what asks for their work: a client makes one request after the other, each a copy
of pinned memory in, a forward pass or a training step, and a copy of a small result out. Weights and inputs are random.

chat      a decoder of GPT-2 medium's shape (24 layers of 1024, 355 million parameters, bfloat16) reads 4 x 512 tokens
vision    ResNet-50, float16, channels last, classifies 64 images that come in
training  a step of ResNet-50 with 48 images, bfloat16 where autocast takes it, SGD with momentum
"""
import contextlib
import time

import torch
from torch import nn
from torch.nn import functional

NAMES = ("chat", "vision", "training")


def attention(query, key, value):
    """Causal attention: (batch, heads, tokens, width) each."""
    if hasattr(functional, "scaled_dot_product_attention"):
        return functional.scaled_dot_product_attention(query, key, value, is_causal=True)
    tokens = query.shape[-2]
    later = torch.ones(tokens, tokens, dtype=torch.bool, device=query.device).triu(1)
    scores = (query @ key.transpose(-2, -1) * query.shape[-1] ** -0.5).masked_fill(later, float("-inf"))
    return scores.softmax(-1) @ value


class Block(nn.Module):
    def __init__(self, width, heads, **where):
        super().__init__()
        self.heads = heads
        self.before_attention = nn.LayerNorm(width, **where)
        self.query_key_value = nn.Linear(width, 3 * width, **where)
        self.attended = nn.Linear(width, width, **where)
        self.before_wide = nn.LayerNorm(width, **where)
        self.wide = nn.Linear(width, 4 * width, **where)
        self.narrow = nn.Linear(4 * width, width, **where)

    def forward(self, x):
        batch, tokens, width = x.shape
        parts = self.query_key_value(self.before_attention(x))
        parts = parts.view(batch, tokens, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        seen = attention(*parts.unbind(0)).transpose(1, 2).reshape(batch, tokens, width)
        x = x + self.attended(seen)
        return x + self.narrow(functional.gelu(self.wide(self.before_wide(x)), approximate="tanh"))


class Decoder(nn.Module):
    """What comes after the last token: the likeliest word of each sequence."""

    def __init__(self, layers, width, heads, words, tokens, **where):
        super().__init__()
        self.words = nn.Embedding(words, width, **where)
        self.places = nn.Embedding(tokens, width, **where)
        nn.init.normal_(self.words.weight, std=0.02)
        nn.init.normal_(self.places.weight, std=0.02)
        self.blocks = nn.Sequential(*(Block(width, heads, **where) for _ in range(layers)))
        self.last = nn.LayerNorm(width, **where)

    def forward(self, words):
        x = self.words(words) + self.places.weight[: words.shape[1]]
        x = self.last(self.blocks(x)[:, -1])
        return functional.linear(x, self.words.weight).argmax(-1)


def residual_network(tiny, short):
    """ResNet-50; short: two blocks instead of three to six of each shape, whose kernels are of the same shapes."""
    from torchvision import models

    if tiny:
        return models.resnet18()
    if short:
        return models.ResNet(models.resnet.Bottleneck, [2, 2, 2, 2])
    return models.resnet50()


class Client:
    """A model on `device` ("cuda" or "cpu") and what its requests need, allocated once. tiny: small enough for a test
    without a GPU; short: fewer layers of the same shapes, for a profiler that takes its time with every kernel."""

    def __init__(self, name, device, tiny=False, short=False):
        self.name, self.device, self.on_gpu = name, torch.device(device), device == "cuda"
        torch.manual_seed(1)
        inputs, self.compute = {"chat": self.chat, "vision": self.vision, "training": self.training}[name](tiny, short)
        self.host_in = [self.pinned(each) for each in inputs]
        self.device_in = [torch.empty_like(each, device=self.device) for each in self.host_in]
        self.host_out = None
        if self.on_gpu:
            torch.cuda.synchronize()

    def pinned(self, tensor):
        return tensor.pin_memory() if self.on_gpu else tensor

    def chat(self, tiny, short):
        layers, width, heads, words, batch, tokens = (2, 64, 4, 100, 2, 16) if tiny else (24, 1024, 16, 50257, 4, 512)
        where = {"device": self.device, "dtype": torch.bfloat16 if self.on_gpu else torch.float32}
        self.model = Decoder(3 if short else layers, width, heads, words, 2 * tokens, **where).eval()

        def answer(given):
            with torch.inference_mode():
                return self.model(given[0])

        return [torch.randint(words, (batch, tokens))], answer

    def vision(self, tiny, short):
        number = torch.float16 if self.on_gpu else torch.float32
        self.model = residual_network(tiny, short).to(self.device, number, memory_format=torch.channels_last).eval()
        images = torch.randn((1, 3, 32, 32) if tiny else (64, 3, 224, 224)).to(number)

        def classify(given):
            with torch.inference_mode():
                return self.model(given[0]).argmax(1)

        return [images.contiguous(memory_format=torch.channels_last)], classify

    def training(self, tiny, short):
        self.model = residual_network(tiny, short).to(self.device, memory_format=torch.channels_last).train()
        optimizer = torch.optim.SGD(self.model.parameters(), lr=0.001, momentum=0.9)
        images = torch.randn((2, 3, 32, 32) if tiny else (48, 3, 224, 224))
        mixed = torch.autocast("cuda", dtype=torch.bfloat16) if self.on_gpu else contextlib.nullcontext()

        def step(given):
            with mixed:
                loss = functional.cross_entropy(self.model(given[0]), given[1])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            return loss.detach().reshape(1)

        labels = torch.randint(1000, (len(images),))
        return [images.contiguous(memory_format=torch.channels_last), labels], step

    def stream(self, priority=0):
        """A stream of its own; -1 goes before 0."""
        return torch.cuda.Stream(priority=priority) if self.on_gpu else None

    def forget(self):
        """Memory that it does not need between requests."""
        if self.on_gpu:
            torch.cuda.empty_cache()

    def request(self, stream):
        """One request, until its result is there; when the last of it had been handed to the GPU (CLOCK_MONOTONIC)."""
        with torch.cuda.stream(stream) if self.on_gpu else contextlib.nullcontext():
            for there, here in zip(self.device_in, self.host_in):
                there.copy_(here, non_blocking=True)
            result = self.compute(self.device_in)
            if self.host_out is None:
                self.host_out = self.pinned(torch.empty(result.shape, dtype=result.dtype))
            self.host_out.copy_(result, non_blocking=True)
        issued = time.monotonic()
        if self.on_gpu:
            stream.synchronize()
        return issued
